// Draws what happened, as plain SVG. Every chart takes the element it goes into, and is as wide as that.

const NAMESPACE = 'http://www.w3.org/2000/svg';
const LEFT = 44;
const BOTTOM = 20;

function node(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const text = (x, y, words, attributes = {}) => node('text', { x, y, ...attributes }, String(words));

/** Puts a drawing of this height into the place; the label says the same to those who do not see it. */
function show(place, height, label, draw) {
  const width = Math.max(280, place.clientWidth || 600);
  const svg = node('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  draw(svg, width, height);
  place.replaceChildren(svg);
}

/** A time for people: 12 ms, 1.5 s. */
export function milliseconds(value) {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value > 0 && value < 1 ? 'under 1 ms' : `${Math.round(value)} ms`;
}

/** A time axis below the drawing: four marks from 0 to the end. */
function timeAxis(svg, width, height, end) {
  svg.append(node('path', { class: 'axis', d: `M${LEFT} ${height - BOTTOM}H${width}` }));
  for (let i = 0; i <= 4; i++) {
    const x = LEFT + (width - LEFT) * i / 4;
    svg.append(text(x, height - 5, milliseconds(end * i / 4),
        { 'text-anchor': i === 0 ? 'start' : i === 4 ? 'end' : 'middle' }));
  }
}

/** Items sold against the stock; what is too much is red. */
export function stock(place, sold, items) {
  const label = sold > items ? `${sold} sold of ${items}, ${sold - items} too many` : `${sold} sold of ${items}`;
  show(place, 52, label, (svg, width) => {
    const scale = value => value / Math.max(items, sold, 1) * width;
    svg.append(
        node('rect', { class: 'track', x: 0, y: 4, width: scale(items), height: 24, rx: 4 }),
        node('rect', { class: 'sold', x: 0, y: 4, width: scale(Math.min(sold, items)), height: 24, rx: 4 }));
    if (sold > items) {
      svg.append(node('rect', { class: 'oversold', x: scale(items), y: 4, width: scale(sold - items), height: 24, rx: 4 }));
      svg.append(text(width, 46, `${sold - items} that never were`, { 'text-anchor': 'end', class: 'bad' }));
    }
    svg.append(text(0, 46, `${Math.min(sold, items)} of ${items}`));
  });
}

/** Gives every visit a row such that no two in one row overlap: as many rows as were inside at a time. */
function rowsOf(visits) {
  const ends = [];
  const rows = visits.map(visit => {
    let row = ends.findIndex(end => end <= visit.entered);
    if (row < 0) row = ends.length;
    ends[row] = visit.left;
    return row;
  });
  return { rows, count: Math.max(1, ends.length) };
}

/** Who was inside when: a lane for each process, and in it a row for each that is inside at the same time. */
export function timeline(place, visits, lanes) {
  const inside = visits.filter(visit => visit.left > 0).sort((a, b) => a.entered - b.entered);
  const start = Math.min(...visits.map(visit => visit.arrived));
  const end = Math.max(start + 1000, ...inside.map(visit => visit.left));
  const drawn = lanes.map((lane, index) => {
    const own = inside.filter(visit => visit.process === lane.id);
    const { rows, count } = rowsOf(own);
    return { lane, index, own, rows, count, height: Math.max(26, Math.min(140, count * 12)) };
  });
  const height = drawn.reduce((sum, lane) => sum + lane.height + 8, 0) + BOTTOM;
  const most = rowsOf(inside).count;
  const label = `Timeline: ${inside.length} visits in ${milliseconds((end - start) / 1000)}, `
      + `at most ${most} at a time, in ${lanes.length} process${lanes.length === 1 ? '' : 'es'}`;
  show(place, height, label, (svg, width) => {
    const x = time => LEFT + (time - start) / (end - start) * (width - LEFT);
    let top = 0;
    for (const { lane, index, own, rows, count, height: laneHeight } of drawn) {
      const rowHeight = laneHeight / count;
      svg.append(text(0, top + laneHeight / 2 + 4, `:${lane.port}`));
      svg.append(node('rect', { class: 'track', x: LEFT, y: top, width: width - LEFT, height: laneHeight, opacity: .5 }));
      own.forEach((visit, i) => {
        const kind = visit.outcome === 'RESTOCKED' ? 'writing' : `c${index % 4}`;
        svg.append(node('rect', {
          class: kind + (visit.outcome === 'TOO_LATE' ? ' too-late' : ''),
          x: x(visit.entered).toFixed(1), y: (top + rows[i] * rowHeight).toFixed(1),
          width: Math.max(.8, x(visit.left) - x(visit.entered) - .4).toFixed(1),
          height: Math.max(1, rowHeight - (rowHeight > 4 ? 1 : 0)).toFixed(1),
        }, node('title', {}, `visitor ${visit.number}: ${milliseconds((visit.left - visit.entered) / 1000)}`)));
      });
      top += laneHeight + 8;
    }
    timeAxis(svg, width, height, (end - start) / 1000);
  });
  return most;
}

/** How long visitors waited, as a histogram. Returns the median and the longest, in milliseconds. */
export function waits(place, visits) {
  const times = visits.filter(visit => visit.entered > 0)
      .map(visit => (visit.entered - visit.arrived) / 1000).sort((a, b) => a - b);
  const longest = times[times.length - 1] ?? 0;
  const end = Math.max(4, longest);
  const bins = new Array(16).fill(0);
  times.forEach(time => bins[Math.min(bins.length - 1, Math.floor(time / end * bins.length))]++);
  const most = Math.max(1, ...bins);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  show(place, 170, `Histogram of waiting times: median ${milliseconds(median)}, longest ${milliseconds(longest)}`,
      (svg, width, height) => {
        const step = (width - LEFT) / bins.length;
        svg.append(text(LEFT - 6, 12, most, { 'text-anchor': 'end' }));
        svg.append(text(LEFT - 6, height - BOTTOM, 0, { 'text-anchor': 'end' }));
        bins.forEach((count, i) => {
          const size = count / most * (height - BOTTOM - 6);
          svg.append(node('rect', { class: 'c0', x: LEFT + i * step + 1, y: height - BOTTOM - size, width: step - 2, height: size },
              node('title', {}, `${count} waited up to ${milliseconds(end * (i + 1) / bins.length)}`)));
        });
        timeAxis(svg, width, height, end);
      });
  return { median, longest };
}

/** Order of arrival against order of service; on the diagonal nobody overtook. Returns how many were served and overtaken. */
export function order(place, visits, lanes) {
  const served = visits.filter(visit => visit.entered > 0);
  const rank = key => new Map([...served].sort((a, b) => a[key] - b[key]).map((visit, i) => [visit.number, i]));
  const arrival = rank('arrived');
  const service = rank('entered');
  const overtaken = served.filter(visit => service.get(visit.number) > arrival.get(visit.number)).length;
  const colour = new Map(lanes.map((lane, i) => [lane.id, `c${i % 4}`]));
  show(place, 170, `Order of arrival against order of service: ${overtaken} of ${served.length} were overtaken`,
      (svg, width, height) => {
        const last = Math.max(1, served.length - 1);
        const x = value => LEFT + 4 + value / last * (width - LEFT - 8);
        const y = value => height - BOTTOM - 4 - value / last * (height - BOTTOM - 10);
        svg.append(node('path', { class: 'axis', d: `M${LEFT} 2V${height - BOTTOM}H${width}` }));
        svg.append(node('path', { class: 'axis diagonal', d: `M${x(0)} ${y(0)}L${x(last)} ${y(last)}` }));
        served.forEach(visit => svg.append(node('circle', {
          class: colour.get(visit.process) ?? 'c0', r: 2,
          cx: x(arrival.get(visit.number)).toFixed(1), cy: y(service.get(visit.number)).toFixed(1),
        })));
        svg.append(text(width, height - 5, 'came →', { 'text-anchor': 'end' }));
        svg.append(text(2, 12, 'served'));
      });
  return { overtaken, served: served.length };
}

/** How long the lock would last if nobody renewed it, and what happened meanwhile. */
export function lease(place, seen, steps) {
  if (seen.length < 2) return;
  const start = seen[0].at;
  const end = Math.max(start + 10_000_000, seen[seen.length - 1].at);
  const most = Math.max(1000, ...seen.map(look => look.remainingMillis));
  show(place, 190, `Lease left over time, at most ${milliseconds(most)}`, (svg, width, height) => {
    const x = at => LEFT + (at - start) / (end - start) * (width - LEFT);
    const y = left => 32 + (1 - left / most) * (height - BOTTOM - 34);
    svg.append(text(LEFT - 6, 36, milliseconds(most), { 'text-anchor': 'end' }));
    svg.append(text(LEFT - 6, height - BOTTOM, 0, { 'text-anchor': 'end' }));
    for (const [index, who] of ['the holder', 'this process'].entries()) {
      const points = seen.filter(look => look.holder === who).map(look => `${x(look.at).toFixed(1)},${y(look.remainingMillis).toFixed(1)}`);
      svg.append(node('polyline', { class: `line c${index}`, points: points.join(' ') }));
    }
    const marked = steps.filter(step => ['held', 'frozen', 'killed', 'taken-over', 'refused'].includes(step.step));
    for (const [index, step] of marked.entries()) {
      const at = x(Math.min(Math.max(step.at, start), end));
      svg.append(node('path', { class: 'mark', d: `M${at} 16V${height - BOTTOM}` }));
      // Two rows, because the last steps follow each other closely.
      svg.append(text(Math.min(at, width - 30), index % 2 === 0 ? 11 : 25, step.step.replace('-', ' '), { 'text-anchor': 'end', dx: -4 }));
    }
    timeAxis(svg, width, height, (end - start) / 1000);
  });
}

/** How much of a lease is left, as a bar for a table. */
export function leaseBar(share) {
  const bar = node('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      node('rect', { class: share < .34 ? 'oversold' : 'sold', x: 0, y: 0, width: Math.max(0, Math.min(1, share)) * 100, height: 10 }));
  const box = document.createElement('span');
  box.className = 'lease';
  box.append(bar);
  return box;
}
