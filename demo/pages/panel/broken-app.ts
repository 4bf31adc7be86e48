import {failNextLetters} from '../content/letters.ts';
import {byId} from '../dom.ts';

/** Lets a developer see an app whose content breaks while it is made. */
export function breakLetters(): void {
  const button = byId('app-fejl');
  button.hidden = false;
  button.addEventListener('click', () => {
    failNextLetters();
    startAgain('digitalpost');
  });
}

/** Replaces an app's element by a new one, which renders the app's content again. */
function startAgain(name: string): void {
  const app = document.querySelector(`tavle-app[name="${name}"]`);
  const template = app?.querySelector('template');
  if (!app || !template) return;
  const fresh = app.cloneNode() as Element;
  fresh.append(template);
  app.replaceWith(fresh);
}
