// Small helpers of the page.

export const byId = id => document.getElementById(id);

/** An element with text or other elements in it. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Whether a button does nothing just now. It is not disabled, which would take the focus from whoever pressed it. */
export const isIdle = button => button.getAttribute('aria-disabled') === 'true';

export const setIdle = (button, idle) => button.setAttribute('aria-disabled', String(idle));

/** Asks the server; a refusal becomes an error with the sentence the server gave, and the form field it is about. */
export async function ask(method, path, parameters) {
  let response;
  try {
    response = await fetch(path, { method, body: parameters && new URLSearchParams(parameters) });
  } catch {
    throw new Error('This process does not answer. Is it still running?');
  }
  const body = await response.text();
  const answer = body.startsWith('{') ? JSON.parse(body) : {};
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.detail ?? `The server said ${response.status}.`), { field: answer.field });
}
