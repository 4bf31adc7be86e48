// The menu of users in the head of a page, for `panel.ts` and `mails.ts`. Here you can change how a user is named;
// `demo/issuer.ts` has the users. After a switch, give elements a new `getToken`: they then check who is signed in.
import {html} from 'lit';
import {customElement} from 'lit/decorators.js';

import type {DemoUser} from '../../issuer.ts';
import {DemoElement} from '../demo-element.ts';
import {renderField} from '../fields.ts';
import {currentUser, getToken, loadUsers, users} from '../session.ts';
import {change, say} from '../settings.ts';

/** Shows the user, and lets a developer switch to another one. */
@customElement('demo-user-switcher')
export class UserSwitcher extends DemoElement {
  override connectedCallback(): void {
    super.connectedCallback();
    void loadUsers();
  }

  protected override render() {
    const label = html`<span class="sr-only">${say('Bruger', 'User')}</span>`;
    const options = users.map(user => [user.sub, nameOf(user)] as const);
    return renderField('bruger', label, currentUser()?.sub ?? '', switchUser, {options});
  }
}

function switchUser(user: string): void {
  change({user});
  for (const element of document.querySelectorAll('tavle-dashboard, tavle-calendar')) {
    // A new function makes the element check who is signed in.
    Object.assign(element, {getToken: () => getToken()});
  }
}

function nameOf({navn, virksomhed, klienter}: DemoUser): string {
  if (!klienter) return `${navn}, ${virksomhed}`;
  const {length} = klienter;
  return say(`${navn}, revisor for ${length} virksomheder`, `${navn}, accountant of ${length} companies`);
}
