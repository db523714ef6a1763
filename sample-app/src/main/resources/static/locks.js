// What /actuator/locks says, twice a second while the page is looked at.

import { byId, element } from './page.js';
import { leaseBar, milliseconds } from './charts.js';

const MOST_ROWS = 8;

/** Durations come as ISO-8601 or as seconds, depending on how the application writes JSON. */
function millis(duration) {
  if (typeof duration === 'number') return duration * 1000;
  const parts = /^-?PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '');
  return parts ? ((parts[1] ?? 0) * 3600 + (parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)) * 1000 : 0;
}

const since = instant => milliseconds(Math.max(0, Date.now() - new Date(instant).getTime()));

/** A table that stays, so that it can be scrolled while what is in it changes. */
class Table {

  #caption = element('caption');
  #body = element('tbody');
  #more = element('p', 'fineprint');
  #title;

  constructor(title, headings) {
    this.#title = title;
    const head = element('thead', '', element('tr', '', ...headings.map(words => element('th', '', words))));
    this.place = element('div', 'scroll', element('table', '', this.#caption, head, this.#body), this.#more);
    // So that those without a mouse can scroll it.
    this.place.tabIndex = 0;
    this.place.setAttribute('role', 'region');
    this.place.setAttribute('aria-label', title);
    this.show([]);
  }

  show(rows) {
    const shown = rows.slice(0, MOST_ROWS);
    this.place.hidden = rows.length === 0;
    this.#caption.textContent = `${this.#title}: ${rows.length}`;
    this.#body.replaceChildren(...shown.map(cells => element('tr', '', ...cells.map(cell => element('td', '', cell)))));
    this.#more.textContent = `and ${rows.length - shown.length} more`;
    this.#more.hidden = rows.length === shown.length;
  }
}

const heldTable = new Table('Held', ['Lock', 'Kind', 'By', 'For', 'Lease left', 'Fencing token']);
const waitingTable = new Table('Waiting in this process, longest first', ['Lock', 'Kind', 'Who', 'For']);
const remark = element('p');

function heldRow(lock, longest) {
  const left = millis(lock.remaining);
  return [
    lock.name, lock.kind, lock.thread, since(lock.since),
    element('span', '', leaseBar(left / longest), `${milliseconds(left)}${lock.renewed ? ', renewed' : ''}`),
    String(lock.fencingToken ?? ''),
  ];
}

async function look() {
  if (document.hidden) return;
  try {
    const response = await fetch('actuator/locks');
    if (!response.ok) throw new Error(`The endpoint answers ${response.status}.`);
    const { held, waiting } = await response.json();
    show(held, waiting, held.length + waiting.length > 0 ? '' : 'Nothing is held, nobody waits.', 'fineprint');
  } catch (problem) {
    show([], [], problem instanceof TypeError ? 'No answer.' : problem.message, 'problem');
  }
}

function show(held, waiting, words, kind) {
  const longest = Math.max(5000, ...held.map(lock => millis(lock.remaining)));
  heldTable.show(held.map(lock => heldRow(lock, longest)));
  const longestFirst = [...waiting].sort((a, b) => new Date(a.since) - new Date(b.since));
  waitingTable.show(longestFirst.map(wait => [wait.name, wait.kind, wait.thread, since(wait.since)]));
  remark.textContent = words;
  remark.className = kind;
}

export function watchLocks() {
  byId('locks').replaceChildren(heldTable.place, waitingTable.place, remark);
  look();
  setInterval(look, 500);
}
