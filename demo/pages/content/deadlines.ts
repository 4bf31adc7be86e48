import {create} from '../dom.ts';
import {say} from '../language.ts';
import {getToken, showCompanies, signedIn} from '../session.ts';
import {withSettings} from '../settings.ts';
import {Content} from './content.ts';

/** The next deadlines of the person's companies, each with a link to the calendar. */
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
    const person = signedIn();
    if (person) showCompanies(next, person);
    next.getToken = getToken;
    const all = create('a', {href: calendar.href}, say({da: 'Se alle frister', en: 'See all deadlines'}));
    return [next, create('p', {class: 'content-link'}, all)];
  }
}

customElements.define('demo-deadlines', Deadlines);
