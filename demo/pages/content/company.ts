import {parseDate, timeElement} from '../dates.ts';
import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {currentUser} from '../session.ts';
import {currentCompany} from './companies.ts';
import {Content} from './content.ts';

class Company extends Content {
  protected override content() {
    const user = currentUser();
    if (!user) return [];
    const {address, founded, employees} = currentCompany();
    return [
      create(
        'dl',
        {class: 'facts'},
        ...fact({da: 'Navn', en: 'Name'}, user.virksomhed),
        ...fact({da: 'CVR-nummer', en: 'CVR number'}, user.cvr),
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
