//! `gjk batch`: a question a line in, an answer a line out.
//!
//! Input is taken as it comes, in chunks of whole lines, each answered and written at once: so a program at the
//! other end may write a question and wait for the answer, and a file of any length passes through the same few buffers. With more
//! jobs, chunks are answered side by side, and a queue of bounded length keeps them in order.

use super::answer::{Body, Reply};
use super::json::{parse, salvage_id};
use super::number::Arithmetic;
use super::protocol;
use super::solve::solve;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How much is read at once, if there is as much.
const CHUNK: usize = 1 << 16;

/// Answers everything. Whether any line was in error.
pub(crate) fn run(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    arithmetic: Arithmetic,
    jobs: NonZero<usize>,
) -> io::Result<bool> {
    if jobs.get() == 1 { alone(input, output, arithmetic) } else { side_by_side(input, output, arithmetic, jobs) }
}

fn alone(input: impl Read, output: &mut impl Write, arithmetic: Arithmetic) -> io::Result<bool> {
    let mut chunks = Chunks::new(input);
    let mut any_fault = false;
    while let Some(chunk) = chunks.next()? {
        any_fault |= chunk.answer(arithmetic).write(output)?;
    }
    Ok(any_fault)
}

/// The reader hands each chunk to whichever worker is free, and a receipt for its answers to the writer, in order.
///
/// The writer is the thread that called: when the program's output is gone it returns, even if the reader waits for input.
fn side_by_side(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    arithmetic: Arithmetic,
    jobs: NonZero<usize>,
) -> io::Result<bool> {
    let (to_workers, work) = sync_channel::<(Chunk, SyncSender<Answers>)>(jobs.get());
    let (to_writer, receipts) = sync_channel::<io::Result<Receiver<Answers>>>(2 * jobs.get());
    let work = Arc::new(Mutex::new(work));
    for _ in 0..jobs.get() {
        let work = Arc::clone(&work);
        thread::spawn(move || {
            loop {
                // Nothing can leave the queue in a bad state, so a lock whose holder panicked is as good as any.
                let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((chunk, reply)) = next else { break };
                // Without anyone to read the answers, there will be no more work either.
                let _ = reply.send(chunk.answer(arithmetic));
            }
        });
    }
    thread::spawn(move || {
        let mut chunks = Chunks::new(input);
        loop {
            let (reply, receipt) = sync_channel(1);
            let sent = match chunks.next() {
                Ok(Some(chunk)) => to_writer.send(Ok(receipt)).is_ok() && to_workers.send((chunk, reply)).is_ok(),
                Ok(None) => false,
                Err(error) => {
                    let _ = to_writer.send(Err(error));
                    false
                }
            };
            if !sent {
                break;
            }
        }
    });
    let mut any_fault = false;
    for receipt in receipts {
        let answers = receipt?.recv().map_err(|_| io::Error::other("a worker thread failed"))?;
        any_fault |= answers.write(output)?;
    }
    Ok(any_fault)
}

/// Whole lines of input.
struct Chunk {
    text: Vec<u8>,
    first_line: u64,
}

/// What is said to them.
struct Answers {
    text: Vec<u8>,
    any_fault: bool,
}

impl Chunk {
    fn answer(&self, arithmetic: Arithmetic) -> Answers {
        let mut answers = Answers { text: Vec::with_capacity(self.text.len()), any_fault: false };
        let lines = self.text.strip_suffix(b"\n").unwrap_or(&self.text).split(|byte| *byte == b'\n');
        for (number, line) in (self.first_line..).zip(lines) {
            if !line.trim_ascii().is_empty() {
                answers.add(line, number, arithmetic);
            }
        }
        answers
    }
}

impl Answers {
    fn add(&mut self, line: &[u8], number: u64, arithmetic: Arithmetic) {
        match parse(line) {
            Ok(tree) => {
                let answer = protocol::question(&tree, arithmetic).and_then(|question| solve(&question));
                let id = protocol::id(&tree);
                match answer {
                    Ok(answer) => self.say(&Reply { id, body: Body::Answer(answer) }),
                    Err(fault) => self.complain(id, &fault.0, number),
                }
            }
            Err(fault) => self.complain(salvage_id(line).as_deref(), &fault.0, number),
        }
    }

    fn complain(&mut self, id: Option<&str>, error: &str, line: u64) {
        self.any_fault = true;
        self.say(&Reply { id, body: Body::Error { error, line } });
    }

    fn say(&mut self, reply: &Reply<'_>) {
        serde_json::to_writer(&mut self.text, reply).expect("neither a vector nor strings and numbers refuse");
        self.text.push(b'\n');
    }

    fn write(&self, output: &mut impl Write) -> io::Result<bool> {
        output.write_all(&self.text)?;
        output.flush()?;
        Ok(self.any_fault)
    }
}

/// Cuts input into chunks: what is there, up to the last end of a line.
struct Chunks<R> {
    input: R,
    /// The start of a line whose end has not come yet.
    rest: Vec<u8>,
    next_line: u64,
}

impl<R: Read> Chunks<R> {
    fn new(input: R) -> Self {
        Self { input, rest: Vec::new(), next_line: 1 }
    }

    fn next(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let old = self.rest.len();
            self.rest.resize(old + CHUNK, 0);
            let read = loop {
                match self.input.read(&mut self.rest[old..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read,
                }
            };
            self.rest.truncate(old + read.as_ref().map_or(0, |n| *n));
            let end = match read? {
                0 if self.rest.is_empty() => return Ok(None),
                0 => self.rest.len(),
                _ => match self.rest[old..].iter().rposition(|byte| *byte == b'\n') {
                    Some(last) => old + last + 1,
                    None => continue,
                },
            };
            let rest = self.rest.split_off(end);
            let text = std::mem::replace(&mut self.rest, rest);
            let first_line = self.next_line;
            self.next_line += text.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
            return Ok(Some(Chunk { text, first_line }));
        }
    }
}
