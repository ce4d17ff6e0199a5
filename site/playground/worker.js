// Goes back by going on from the start: the same records give the same bits. What it has reached every hundred steps it keeps.

import { Worlds } from "./engine.js";

const EVERY = 100;
const MOST = 40;
let worlds = null;
let of = "";
/** By step: the memory, and the records up to there. */
let kept = [];

onmessage = ({ data: { id, module, state, log, step } }) => {
  const key = JSON.stringify(state);
  if (key !== of) {
    worlds = new Worlds(module, state.dim);
    [of, kept] = [key, []];
  }
  const done = (until) => JSON.stringify(log.filter(([at]) => at < until));
  kept = kept.filter((moment) => moment.done === done(moment.step));
  const from = kept.findLast((moment) => moment.step <= step);
  if (from) worlds.load(from.memory);
  else worlds.start(state);
  let next = log.findIndex(([at]) => at >= worlds.steps);
  if (next < 0) next = log.length;
  try {
    while (worlds.steps < step) {
      next = worlds.step(log, next);
      const { steps } = worlds;
      if (steps % EVERY === 0 && kept.length < MOST && !kept.some((moment) => moment.step === steps)) kept.push({ step: steps, memory: worlds.save(), done: done(steps) });
    }
    kept.sort((p, q) => p.step - q.step);
    // What happens before the next step is seen already: a body that was added.
    while (next < log.length && log[next][0] <= step) worlds.apply(log[next++]);
    const memory = worlds.save();
    postMessage({ id, memory, next }, [memory]);
  } catch (error) {
    of = "";
    postMessage({ id, error: String(error) });
  }
};
