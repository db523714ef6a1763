// The form, and the run that is under way or was the last.

import { ask, byId, isIdle, setIdle } from './page.js';
import * as charts from './charts.js';

const SALES = ['unlocked', 'annotation', 'fair', 'template', 'reactive'];
const WORDS = {
  SERVED: 'served', RESTOCKED: 'restocked', TOO_LATE: 'came too late', MISLED: 'misled', CANCELLED: 'sent home', FAILED: 'failed',
};

export class Run {

  #started;
  #visits = [];
  #finished;
  #cancelling = false;
  #asking = false;

  start(message) {
    complain('');
    this.#asking = false;
    this.#started = message;
    this.#visits = [];
    this.#finished = undefined;
    this.#cancelling = false;
    showCode(button(message.feature));
  }

  forgetIfOpen() {
    this.#asking = false;
    if (!this.#finished) this.#started = undefined;
  }

  visit(message) {
    if (message.run === this.#started?.run) this.#visits.push(message);
  }

  cancel(message) {
    if (message.run === this.#started?.run) this.#cancelling = true;
  }

  finish(message) {
    if (message.run !== this.#started?.run) return;
    complain('');
    this.#asking = false;
    this.#finished = message;
  }

  listen() {
    byId('order').addEventListener('submit', event => {
      event.preventDefault();
      if (!this.#asking && !this.#isRunning()) this.#order(event.submitter?.value ?? 'unlocked');
    });
    byId('cancel').addEventListener('click', () => { if (!isIdle(byId('cancel'))) this.#stop(); });
    byId('code').addEventListener('toggle', () => showCode(button(this.#started?.feature)));
  }

  #isRunning() {
    return this.#started !== undefined && !this.#finished;
  }

  /** Asks for a run. Until the page has heard of it, a second click would be told that one is under way. */
  async #order(feature) {
    complain('');
    this.#asking = true;
    delete byId('order').dataset.run;
    try {
      const { run } = await ask('POST', 'api/runs', { feature, visitors: byId('visitors').value, items: byId('items').value });
      byId('order').dataset.run = run;
    } catch (problem) {
      this.#asking = false;
      complain(problem.message, problem.field);
    }
  }

  async #stop() {
    setIdle(byId('cancel'), true);
    try {
      await ask('DELETE', `api/runs/${this.#started.run}`);
    } catch (problem) {
      setIdle(byId('cancel'), false);
      complain(problem.message);
    }
  }

  draw() {
    const running = this.#isRunning();
    for (const each of document.querySelectorAll('button[name=feature]')) setIdle(each, running);
    byId('run').hidden = !this.#started;
    if (!this.#started) return;
    const { feature, visitors, items, processes } = this.#started;
    byId('run').dataset.state = running ? 'running' : 'finished';
    byId('run').dataset.run = this.#started.run;
    for (const each of document.querySelectorAll('button[name=feature]')) {
      each.setAttribute('aria-pressed', String(each.value === feature));
    }
    byId('run-title').textContent = button(feature)?.querySelector('b').textContent ?? feature;
    byId('progress').max = visitors;
    byId('progress').value = this.#visits.length;
    byId('progress-text').textContent = `${this.#visits.length} of ${visitors} visitors`;
    // Who pressed it should not find themselves nowhere.
    if (!running && document.activeElement === byId('cancel')) button(feature)?.focus({ preventScroll: true });
    byId('cancel').hidden = !running;
    setIdle(byId('cancel'), this.#cancelling);
    this.#drawVerdict();
    if (this.#visits.length > 0) this.#drawCharts(feature, items, processes);
  }

  #drawVerdict() {
    const verdict = byId('verdict');
    verdict.className = this.#finished ? `verdict ${this.#finished.good ? 'good' : 'bad'}` : 'verdict';
    const text = this.#finished?.verdict ?? '';
    if (verdict.textContent !== text) verdict.textContent = text;
    const counts = Object.keys(WORDS)
        .map(outcome => [this.#visits.filter(visit => visit.outcome === outcome).length, WORDS[outcome]])
        .filter(([count]) => count > 0)
        .map(([count, words]) => `${count} ${words}`);
    byId('outcomes').textContent = counts.join(', ');
  }

  #drawCharts(feature, items, processes) {
    const visits = this.#visits;
    const sale = SALES.includes(feature);
    byId('stock').hidden = !sale;
    if (sale) {
      const served = visits.filter(visit => visit.outcome === 'SERVED').length;
      charts.stock(chart('stock'), this.#finished?.facts.sold ?? served, items);
    }
    const most = charts.timeline(chart('timeline'), visits, processes);
    note('timeline', `at most ${most} at a time${feature === 'read-write' ? '; those who restock are alone' : ''}`);
    for (const key of document.querySelectorAll('#timeline .key')) {
      key.hidden = !visits.some(visit => visit.outcome === key.dataset.outcome && visit.left > 0);
    }
    const { median, longest } = charts.waits(chart('waits'), visits);
    note('waits', `half of them up to ${charts.milliseconds(median)}, the longest ${charts.milliseconds(longest)}`);
    byId('order-of-service').hidden = !sale;
    if (sale) {
      const { overtaken, served } = charts.order(chart('order-of-service'), visits, processes);
      // A fair lock's line is kept in Redis: only on the way there can one overtake another.
      note('order-of-service', `${overtaken} of ${served} were overtaken${feature === 'fair' && overtaken > 0 ? ' on their way to the line' : ''}`);
    }
  }
}

const chart = figure => byId(figure).querySelector('.chart');
const note = (figure, words) => { byId(figure).querySelector('figcaption .fineprint').textContent = words; };
const button = feature => document.querySelector(`button[name=feature][value="${feature}"]`);

function complain(message, field) {
  byId('problem').textContent = message;
  for (const input of document.querySelectorAll('#order input')) {
    input.setAttribute('aria-invalid', String(input.name === field));
  }
  if (field) byId(field)?.focus();
}

async function showCode(pressed) {
  if (!pressed) return;
  const file = `${pressed.dataset.code}.java`;
  byId('code-name').textContent = file;
  if (!byId('code').open || byId('code-text').dataset.file === file) return;
  const response = await fetch(`code/${file}`);
  byId('code-text').textContent = response.ok ? await response.text() : 'not found';
  byId('code-text').dataset.file = file;
}
