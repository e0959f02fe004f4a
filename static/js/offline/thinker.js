// A second Python, with the engine alone: it thinks for the computer, so that the first one answers pages meanwhile.

import { begin, kept, remember, resume } from "./python.js";

const MEMORY = "/offline/memory-of-thinker";
const READY = `
import os
os.environ["PHYLO_PLAIN"] = "1"
from engine.bots import levels, thinking
from engine.bots.thinker import answer_to
`;

async function start() {
  const files = await kept();
  const resumed = await resume(files, MEMORY);
  const python = resumed ?? (await begin(files));
  if (!resumed) {
    python.runPython(READY);
    await remember(python, files, MEMORY);
  }
  return python;
}

const started = start();

addEventListener("message", async ({ data }) => {
  try {
    const python = await started;
    const [answerTo, bytes] = [python.globals.get("answer_to"), python.globals.get("bytes")];
    const call = bytes(python.toPy(data));
    const found = answerTo(call);
    const answer = found.toJs();
    for (const proxy of [call, found, answerTo, bytes]) proxy.destroy();
    postMessage({ answer }, [answer.buffer]);
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
