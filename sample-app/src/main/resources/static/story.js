// The holder that is frozen or killed.

import { ask, byId, element } from './page.js';
import * as charts from './charts.js';

const BAD = ['frozen', 'killed', 'lost', 'refused', 'written'];

export class Story {

  #steps = [];
  #seen = [];

  tell(step) {
    if (step.step === 'start') {
      this.#steps = [];
      this.#seen = [];
    }
    this.#steps.push(step);
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
    if (this.#steps.length === 0) return;
    const told = new Set(this.#steps.map(step => step.step));
    const over = told.has('end');
    const ripe = told.has('held') && !told.has('frozen') && !told.has('killed') && !over;
    byId('holder-start').disabled = !over;
    byId('holder-freeze').disabled = !ripe;
    byId('holder-kill').disabled = !ripe;
    byId('lease').hidden = this.#seen.length < 2;
    byId('lease').closest('section').dataset.state = over ? 'over' : 'running';
    charts.lease(byId('lease').querySelector('.chart'), this.#seen, this.#steps);
    this.#drawSteps();
  }

  #drawSteps() {
    const list = byId('story');
    const first = this.#steps[0].at;
    if (list.dataset.first !== String(first)) {
      list.replaceChildren();
      list.dataset.first = first;
    }
    for (const step of this.#steps.slice(list.children.length)) {
      const kind = BAD.includes(step.step) ? 'bad' : step.who === 'the holder' ? 'holder' : 'successor';
      const item = element('li', kind,
          element('time', '', `${((step.at - first) / 1e6).toFixed(1)} s`), element('b', '', step.who), element('span', '', step.text));
      item.dataset.step = step.step;
      list.append(item);
    }
  }
}
