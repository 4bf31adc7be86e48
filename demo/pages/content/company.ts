import {parseDate, timeElement} from '../dates.ts';
import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {signedIn} from '../session.ts';
import {companyShown} from './companies.ts';
import {Content} from './content.ts';

class Company extends Content {
  protected override content() {
    const person = signedIn();
    if (!person) return [];
    const {address, founded, employees} = companyShown();
    return [
      create(
        'dl',
        {class: 'facts'},
        ...fact({da: 'Navn', en: 'Name'}, person.virksomhed),
        ...fact({da: 'CVR-nummer', en: 'CVR number'}, person.cvr),
        ...fact({da: 'Adresse', en: 'Address'}, address),
        ...fact({da: 'Startdato', en: 'Founded'}, timeElement(parseDate(founded))),
        ...fact({da: 'Ansatte', en: 'Employees'}, employees),
      ),
    ];
  }
}

function fact(term: Both, value: Node | string): HTMLElement[] {
  return [create('dt', {}, say(term)), create('dd', {}, value)];
}

customElements.define('demo-company', Company);
