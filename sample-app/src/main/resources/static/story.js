// The holder that is frozen or killed.

import { ask, byId, element } from './page.js';
import * as charts from './charts.js';

const BAD = ['frozen', 'killed', 'lost', 'refused', 'written'];

export class Story {

  #steps = [];
  #seen = [];
  #self;

  /** Who this process is, as far as the page can tell. */
  meet(self) {
    // What was drawn before has to be named again.
    if (self.id !== this.#self?.id) delete byId('story').dataset.first;
    this.#self = self;
  }

  tell(step) {
    if (step.step === 'start') this.#forget();
    this.#steps.push(step);
  }

  forgetIfOpen() {
    if (!this.#isOver()) this.#forget();
  }

  #forget() {
    this.#steps = [];
    this.#seen = [];
  }

  #isOver() {
    return this.#steps.some(step => step.step === 'end');
  }

  look(seen) {
    this.#seen.push(seen);
  }

  listen() {
    for (const [id, path] of [['holder-start', ''], ['holder-freeze', '/freeze'], ['holder-kill', '/kill']]) {
      byId(id).addEventListener('click', () => this.#act(path));
    }
  }

  async #act(path) {
    byId('holder-problem').textContent = '';
    try {
      await ask('POST', `api/holder${path}`);
    } catch (problem) {
      byId('holder-problem').textContent = problem.message;
    }
  }

  draw() {
    const told = new Set(this.#steps.map(step => step.step));
    const over = this.#steps.length === 0 || this.#isOver();
    const ripe = told.has('held') && !told.has('frozen') && !told.has('killed') && !over && this.#isOurs(this.#steps[0]);
    byId('holder-start').disabled = !over;
    byId('holder-freeze').disabled = !ripe;
    byId('holder-kill').disabled = !ripe;
    byId('lease').hidden = this.#seen.length < 2;
    byId('lease').closest('section').dataset.state = over ? 'over' : 'running';
    charts.lease(byId('lease').querySelector('.chart'), this.#seen, this.#steps);
    this.#drawSteps();
  }

  /** Only the process that has the holder can freeze or kill it. */
  #isOurs(step) {
    return step.teller.id === this.#self?.id;
  }

  #name(step) {
    return step.who === 'this process' && !this.#isOurs(step) ? `:${step.teller.port}` : step.who;
  }

  #drawSteps() {
    const list = byId('story');
    const first = this.#steps[0]?.at;
    if (list.dataset.first !== String(first)) {
      list.replaceChildren();
      list.dataset.first = first;
    }
    for (const step of this.#steps.slice(list.children.length)) {
      const kind = BAD.includes(step.step) ? 'bad' : step.who === 'the holder' ? 'holder' : 'successor';
      const item = element('li', kind,
          element('time', '', `${((step.at - first) / 1e6).toFixed(1)} s`), element('b', '', this.#name(step)), element('span', '', step.text));
      item.dataset.step = step.step;
      list.append(item);
    }
  }
}
