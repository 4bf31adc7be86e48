import {create} from '../dom.ts';
import {say} from '../language.ts';
import {getToken, showCompanies, currentUser} from '../session.ts';
import {withSettings} from '../settings.ts';
import {Content} from './content.ts';

/** The next deadlines of the user's companies, with links to the calendar. */
class Deadlines extends Content {
  protected override content() {
    const calendar = new URL(withSettings(new URL('frister.html', location.href).href));
    const one = `${calendar.href}${calendar.search ? '&' : '?'}tavle-frist={cvr}-{id}`;
    const next = create('tavle-deadlines', {
      max: '5',
      heading: '',
      'heading-level': '4',
      href: one,
    });
    const user = currentUser();
    if (user) showCompanies(next, user);
    next.getToken = getToken;
    const all = create('a', {href: calendar.href}, say({da: 'Se alle frister', en: 'See all deadlines'}));
    return [next, create('p', {class: 'content-link'}, all)];
  }
}

customElements.define('demo-deadlines', Deadlines);
