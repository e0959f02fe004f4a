// A program for the ladder of Phylo Online, by HTTP alone. It needs Node.js 18 and no package.
//
// PHYLO_TOKEN=phylo_… node ladder.mjs https://phylo.example

const api = process.argv[2].replace(/\/$/, '') + '/api/v1';
const headers = { Authorization: `Bearer ${process.env.PHYLO_TOKEN}`, 'Content-Type': 'application/json' };
const LIKED = ['play', 'place', 'give', 'spread', 'event', 'move', 'flip', 'reveal', 'discard', 'pass'];

// Your idea goes here. This one plays the card with most points, or does what it likes best.
function choose(view, legal) {
  const points = (action) => view.cards?.[action.card]?.points ?? 0;
  return [...legal].sort(
    (one, other) => LIKED.indexOf(one.do) - LIKED.indexOf(other.do) || points(other) - points(one),
  )[0];
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

async function ask(path, sent) {
  const how = sent ? { method: 'POST', body: JSON.stringify(sent) } : {};
  for (;;) {
    const answer = await fetch(api + path, { headers, ...how });
    if (answer.ok) return answer;
    // The site has too much to do, or this program has asked too much.
    if (![429, 503].includes(answer.status)) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await pause(1000 * (answer.headers.get('Retry-After') ?? 2));
  }
}

async function act(match) {
  const seen = await (await ask(`/matches/${match}/view/`)).json();
  if (!seen.legal.length) return;
  const order = { action: choose(seen.view, seen.legal), version: seen.version, key: `at-${seen.version}` };
  await ask(`/matches/${match}/actions/`, order);
}

async function answer(event, data) {
  if (event === 'turn') await act(data.match);
  if (event === 'finished') console.log(data.match, 'is over; winners:', data.winners);
}

// As long as the stream is open, the ladder finds opponents.
async function follow() {
  const text = (await ask('/stream/')).body.pipeThrough(new TextDecoderStream());
  let [rest, event] = ['', ''];
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('event: ')) event = line.slice(7);
      if (line.startsWith('data: ')) await answer(event, JSON.parse(line.slice(6))).catch(console.error);
    }
  }
}

for (;;) {
  await follow().catch(console.error);
  await pause(2000);
}
