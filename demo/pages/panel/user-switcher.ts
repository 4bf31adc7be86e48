import {html} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {renderField} from '../fields.ts';
import type {DemoUser} from '../../issuer.ts';
import {currentUser, getToken, loadUsers, users} from '../session.ts';
import {change, say} from '../settings.ts';

/** Shows the user, and lets a developer switch to another one. */
@customElement('demo-user-switcher')
export class UserSwitcher extends DemoElement {
  @state() private hasFailed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    loadUsers().catch((error: unknown) => {
      console.error(error);
      this.hasFailed = true;
    });
  }

  protected override render() {
    const label = html`<span class="sr-only">${say('Bruger', 'User')}</span>`;
    const sub = currentUser()?.sub ?? '';
    const names = users.map(user => [user.sub, nameOf(user)] as const);
    const failure = say('Demoens brugere kunne ikke hentes.', "The demo's users could not be fetched.");
    const error = this.hasFailed ? html`<span role="alert">${failure}</span>` : undefined;
    return renderField('bruger', label, sub, switchUser, {options: names, error});
  }
}

function switchUser(user: string): void {
  change({user});
  for (const element of document.querySelectorAll('tavle-dashboard, tavle-calendar')) {
    // A new function resets the element.
    Object.assign(element, {getToken: () => getToken()});
  }
}

function nameOf({navn, virksomhed, klienter}: DemoUser): string {
  if (!klienter) return `${navn}, ${virksomhed}`;
  const {length} = klienter;
  return say(`${navn}, revisor for ${length} virksomheder`, `${navn}, accountant of ${length} companies`);
}
