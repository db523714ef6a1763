// The holder that is frozen or killed.

import { ask, byId, element, setIdle } from './page.js';
import * as charts from './charts.js';

const BAD = ['frozen', 'killed', 'lost', 'refused', 'written'];

export class Story {

  #steps = [];
  #seen = [];
  #self;
  #asking = false;

  /** Who this process is, as far as the page can tell. */
  meet(self) {
    // What was drawn before has to be named again.
    if (self.id !== this.#self?.id) delete byId('story').dataset.first;
    this.#self = self;
  }

  tell(step) {
    if (step.step === 'start') this.#forget();
    if (step.step === 'start' || step.step === 'end') complain('');
    this.#asking = false;
    this.#steps.push(step);
  }

  forgetIfOpen() {
    this.#asking = false;
    if (!this.#told('end')) this.#forget();
  }

  #forget() {
    this.#steps = [];
    this.#seen = [];
  }

  #isOver() {
    return this.#steps.length === 0 || this.#told('end');
  }

  /** Whether the holder can be frozen or killed here: only the process that has it can do that. */
  #isRipe() {
    return this.#told('held') && !this.#told('frozen') && !this.#told('killed') && !this.#told('end')
        && this.#isOurs(this.#steps[0]);
  }

  #told(step) {
    return this.#steps.some(told => told.step === step);
  }

  look(seen) {
    this.#seen.push(seen);
  }

  listen() {
    byId('holder-start').addEventListener('click', () => { if (this.#isOver()) this.#act(''); });
    byId('holder-freeze').addEventListener('click', () => { if (this.#isRipe()) this.#act('/freeze'); });
    byId('holder-kill').addEventListener('click', () => { if (this.#isRipe()) this.#act('/kill'); });
  }

  /** Asks for a step. Until the page has heard of it, a second click would be told that it has been done. */
  async #act(path) {
    if (this.#asking) return;
    complain('');
    this.#asking = true;
    try {
      await ask('POST', `api/holder${path}`);
    } catch (problem) {
      this.#asking = false;
      complain(problem.message);
    }
  }

  draw() {
    const over = this.#isOver();
    setIdle(byId('holder-start'), !over);
    setIdle(byId('holder-freeze'), !this.#isRipe());
    setIdle(byId('holder-kill'), !this.#isRipe());
    byId('lease').hidden = this.#seen.length < 2;
    byId('lease').closest('section').dataset.state = over ? 'over' : 'running';
    charts.lease(byId('lease').querySelector('.chart'), this.#seen, this.#steps);
    this.#drawSteps();
  }

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

function complain(message) {
  byId('holder-problem').textContent = message;
}
