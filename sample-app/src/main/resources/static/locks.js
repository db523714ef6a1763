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

function table(caption, headings, rows) {
  const shown = rows.slice(0, MOST_ROWS);
  const made = element('table', '', element('caption', '', caption),
      element('thead', '', element('tr', '', ...headings.map(words => element('th', '', words)))),
      element('tbody', '', ...shown.map(cells => element('tr', '', ...cells.map(cell => element('td', '', cell))))));
  const more = rows.length - shown.length;
  return element('div', 'scroll', made, ...(more > 0 ? [element('p', 'fineprint', `and ${more} more`)] : []));
}

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
  const place = byId('locks');
  try {
    const response = await fetch('actuator/locks');
    if (!response.ok) throw new Error(`The endpoint answers ${response.status}.`);
    const { held, waiting } = await response.json();
    const longest = Math.max(5000, ...held.map(lock => millis(lock.remaining)));
    const tables = [];
    if (held.length > 0) {
      tables.push(table(`Held: ${held.length}`, ['Lock', 'Kind', 'By', 'For', 'Lease left', 'Fencing token'],
          held.map(lock => heldRow(lock, longest))));
    }
    if (waiting.length > 0) {
      tables.push(table(`Waiting, in order: ${waiting.length}`, ['Lock', 'Kind', 'Who', 'For'],
          waiting.map(wait => [wait.name, wait.kind, wait.thread, since(wait.since)])));
    }
    place.replaceChildren(...(tables.length > 0 ? tables : [element('p', 'fineprint', 'Nothing is held, nobody waits.')]));
  } catch (problem) {
    place.replaceChildren(element('p', 'problem', problem instanceof TypeError ? 'No answer.' : problem.message));
  }
}

export function watchLocks() {
  look();
  setInterval(look, 500);
}
