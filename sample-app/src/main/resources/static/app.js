// Wires the page: events come in and are remembered; a few times a second what changed is drawn.

import { ask, byId, element } from './page.js';
import { Run } from './run.js';
import { Story } from './story.js';
import { watchLocks } from './locks.js';

const run = new Run();
const story = new Story();
const processes = new Map();
const changed = new Set();
let self;

const hear = {
  present: message => {
    processes.set(message.process.id, { ...message.process, at: Date.now() });
    changed.add(drawProcesses);
  },
  started: message => { run.start(message); changed.add(drawRun); },
  visited: message => { run.visit(message); changed.add(drawRun); },
  cancelled: message => { run.cancel(message); changed.add(drawRun); },
  finished: message => { run.finish(message); changed.add(drawRun); },
  story: message => { story.tell(message); changed.add(drawStory); },
  lease: message => { story.look(message); changed.add(drawStory); },
};
const drawRun = () => run.draw();
const drawStory = () => story.draw();

function drawProcesses() {
  for (const [id, process] of processes) if (Date.now() - process.at > 5000) processes.delete(id);
  const sorted = [...processes.values()].sort((a, b) => a.port - b.port);
  const drawn = sorted.map((process, index) => {
    const own = process.id === self?.id;
    const name = element(own ? 'span' : 'a', '',
        own ? `:${process.port} this process, pid ${process.pid}` : `:${process.port}, pid ${process.pid}`);
    if (!own) name.href = `http://${location.hostname}:${process.port}/`;
    return element('li', `process c${index % 4}`, name);
  });
  const now = drawn.map(name => name.textContent).join();
  const before = [...byId('processes').children].map(name => name.textContent).join();
  if (now !== before) {
    byId('processes').replaceChildren(...drawn);
    welcome();
  }
}

async function welcome() {
  try {
    const { self: me, command } = await ask('GET', 'api/welcome');
    self = me;
    story.meet(me);
    changed.add(drawStory);
    byId('command').textContent = command.text;
    byId('command-note').textContent = command.note;
    document.title = `Latchkey :${me.port}`;
    changed.add(drawProcesses);
  } catch (problem) {
    byId('connection').textContent = problem.message;
  }
}

function listen() {
  const events = new EventSource('api/events');
  const tell = event => JSON.parse(event.data).messages.forEach(message => hear[message.type]?.(message));
  events.onmessage = tell;
  // The first event of every connection; a process that was started again knows nothing of what went on here.
  events.addEventListener('memory', event => {
    run.forgetIfOpen();
    story.forgetIfOpen();
    [drawRun, drawStory].forEach(draw => changed.add(draw));
    tell(event);
  });
  events.onopen = () => { byId('connection').textContent = ''; };
  events.onerror = () => {
    byId('connection').textContent = 'This process does not answer any more. Is it still running?';
    // A browser comes back by itself after a broken connection, not after an answer it did not understand.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  };
}

setInterval(() => {
  const draws = [...changed];
  changed.clear();
  draws.forEach(draw => draw());
}, 150);
setInterval(() => changed.add(drawProcesses), 2000);
addEventListener('resize', () => [drawRun, drawStory].forEach(draw => changed.add(draw)));

byId('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(byId('command').textContent);
    byId('command-note').textContent = 'Copied.';
  } catch {
    getSelection().selectAllChildren(byId('command'));
    byId('command-note').textContent = 'Selected: copy it with the keyboard.';
  }
});

run.listen();
story.listen();
watchLocks();
welcome();
listen();
