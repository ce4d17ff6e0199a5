//! `gjk batch`: each line of input is a question, each line of output its answer.
//!
//! Input is read as it comes, in chunks of whole lines. Each chunk is answered and written at once. So a program at the
//! other end may write a question and wait for the answer, and a file of any length passes through the same few
//! buffers. With several jobs, chunks are answered in parallel, and a queue of bounded length keeps them in order.

use super::answer::{Body, Reply};
use super::settings::Settings;
use super::solve::solve;
use gjk_question::json::{parse, salvage_id, trimmed};
use std::io::{self, BufRead, Read, Write};
use std::iter;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// The most bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// The most bytes that may be read ahead of the answers, unless it is one line. A line needs more than ten times its
/// size in memory, so long lines are answered one after the other.
const AHEAD: usize = 1 << 22;

/// The stack of a thread that answers, as large as the main thread's: shapes may be nested.
const STACK: usize = 1 << 23;

/// How much of a line beyond the limit is searched for its `id`.
const HEAD: usize = 1 << 12;

/// Answers everything. Returns whether any line was in error.
pub(crate) fn run(input: impl Read + Send + 'static, output: &mut impl Write, settings: Settings) -> io::Result<bool> {
    if settings.jobs == 1 { alone(input, output, &settings) } else { side_by_side(input, output, settings) }
}

fn alone(input: impl Read, output: &mut impl Write, settings: &Settings) -> io::Result<bool> {
    let mut chunks = Chunks::new(input, settings.limits.bytes);
    let mut any_fault = false;
    while let Some(chunk) = chunks.next()? {
        any_fault |= chunk.answer(settings).write(output)?;
    }
    Ok(any_fault)
}

/// How many bytes of input have been read and not been answered yet.
#[derive(Default)]
struct Pending {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl Pending {
    /// Waits until there is room for so many more bytes.
    fn add(&self, more: usize) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let crowded = |bytes: &mut usize| *bytes > 0 && *bytes + more > AHEAD;
        let mut bytes = self.fewer.wait_while(bytes, crowded).unwrap_or_else(PoisonError::into_inner);
        *bytes += more;
    }

    fn remove(&self, answered: usize) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= answered;
        self.fewer.notify_one();
    }
}

/// The reader gives each chunk to a free worker, and a receipt for its answers to the writer, in order.
///
/// The writer is the calling thread. When the program's output is closed it returns, even if the reader waits for
/// input.
fn side_by_side(input: impl Read + Send + 'static, output: &mut impl Write, settings: Settings) -> io::Result<bool> {
    let jobs = usize::from(settings.jobs);
    let (to_workers, work) = sync_channel::<(Chunk, SyncSender<Answers>)>(jobs);
    let (to_writer, receipts) = sync_channel::<io::Result<Receiver<Answers>>>(2 * jobs);
    let (work, pending) = (Arc::new(Mutex::new(work)), Arc::new(Pending::default()));
    for job in 0..jobs {
        let (work, pending) = (Arc::clone(&work), Arc::clone(&pending));
        let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
            loop {
                // A panic cannot leave the queue in a bad state, so a poisoned lock may be used.
                let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((chunk, reply)) = next else { break };
                let size = chunk.text.len();
                // If nobody reads the answers, there will be no more work either.
                let _ = reply.send(chunk.answer(&settings));
                drop(chunk);
                pending.remove(size);
            }
        });
        match worker {
            Ok(_) => {}
            // Fewer threads than asked for will do.
            Err(_) if job > 0 => break,
            Err(error) => return Err(error),
        }
    }
    thread::Builder::new().spawn(move || {
        let mut chunks = Chunks::new(input, settings.limits.bytes);
        loop {
            let (reply, receipt) = sync_channel(1);
            let sent = match chunks.next() {
                Ok(Some(chunk)) => {
                    pending.add(chunk.text.len());
                    to_writer.send(Ok(receipt)).is_ok() && to_workers.send((chunk, reply)).is_ok()
                }
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
    })?;
    let mut any_fault = false;
    for receipt in receipts {
        let answers = receipt?.recv().map_err(|_| io::Error::other("a worker thread failed"))?;
        any_fault |= answers.write(output)?;
    }
    Ok(any_fault)
}

/// Whole lines of input; or, alone, the beginning of a line that is too long.
struct Chunk {
    text: Vec<u8>,
    first_line: u64,
}

/// The answers to a chunk.
struct Answers {
    text: Vec<u8>,
    any_fault: bool,
}

impl Chunk {
    fn answer(&self, settings: &Settings) -> Answers {
        let mut answers = Answers { text: Vec::new(), any_fault: false };
        for (number, line) in (self.first_line..).zip(lines(&self.text)) {
            if !trimmed(line).is_empty() {
                answers.add(line, number, settings);
            }
        }
        answers
    }
}

/// The lines of a text, without their ends. (Bytes are searched by the standard library, which is compiled for speed.)
fn lines(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        let (all, length) = (text, text.skip_until(b'\n').ok()?);
        let line = all.get(..length).filter(|line| !line.is_empty())?;
        Some(line.strip_suffix(b"\n").unwrap_or(line))
    })
}

impl Answers {
    fn add(&mut self, line: &[u8], number: u64, settings: &Settings) {
        let most = settings.limits.bytes;
        if line.len() > most {
            let id = salvage_id(&line[..HEAD.min(line.len())]);
            let sentence = format!("the line has more than {most} bytes, the limit --max-bytes");
            return self.complain(id.as_deref(), &sentence, number);
        }
        let limits = &settings.limits.of_reading();
        match parse(line, limits) {
            Ok(tree) => {
                let question = gjk_question::read(&tree, settings.scalar.into(), limits);
                let id = gjk_question::id(&tree).map(String::from);
                // The tree may be large.
                drop(tree);
                match question.and_then(|question| solve(&question, settings)) {
                    Ok(answer) => self.say(&Reply { id: id.as_deref(), body: Body::Answer(answer) }),
                    Err(fault) => self.complain(id.as_deref(), &fault.0, number),
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

/// Cuts input into chunks. A chunk is what has been read, up to the last end of a line.
struct Chunks<R> {
    input: R,
    /// Where input is read to.
    buffer: Vec<u8>,
    /// The start of a line whose end has not come yet.
    rest: Vec<u8>,
    next_line: u64,
    /// The longest line.
    limit: usize,
    /// Whether the rest belongs to a line that has been refused.
    skipping: bool,
}

impl<R: Read> Chunks<R> {
    fn new(input: R, limit: usize) -> Self {
        Self { input, buffer: vec![0; CHUNK], rest: Vec::new(), next_line: 1, limit, skipping: false }
    }

    fn next(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let mut old = self.rest.len();
            let ended = self.read()? == 0;
            if self.skipping {
                if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                    self.rest.drain(..=end);
                    self.skipping = false;
                } else {
                    self.rest.clear();
                }
                old = 0;
            }
            let last = self.rest[old..].iter().rposition(|byte| *byte == b'\n');
            let end = match last {
                Some(last) => old + last + 1,
                None if ended && self.rest.is_empty() => return Ok(None),
                None if ended => self.rest.len(),
                None if self.rest.len() > self.limit => {
                    // This is enough for the line to be refused.
                    self.skipping = true;
                    self.rest.truncate(self.limit + 1);
                    self.rest.len()
                }
                None => continue,
            };
            let rest = self.rest.split_off(end);
            let text = std::mem::replace(&mut self.rest, rest);
            let first_line = self.next_line;
            self.next_line += lines(&text).count() as u64;
            return Ok(Some(Chunk { text, first_line }));
        }
    }

    /// Reads what there is, up to a chunk. Returns the number of bytes, 0 at the end.
    fn read(&mut self) -> io::Result<usize> {
        loop {
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    self.rest.extend_from_slice(&self.buffer[..*read.as_ref().unwrap_or(&0)]);
                    return read;
                }
            }
        }
    }
}
