import {timeElement} from '../dates.ts';
import {create} from '../dom.ts';
import {type Both, say} from '../language.ts';
import {signedIn} from '../session.ts';
import {Content} from './content.ts';

const founded = new Date(2014, 2, 3);

class Company extends Content {
  protected override content() {
    const person = signedIn();
    return [
      create(
        'dl',
        {class: 'facts'},
        ...fact({da: 'Navn', en: 'Name'}, person?.virksomhed ?? '–'),
        ...fact({da: 'CVR-nummer', en: 'CVR number'}, person?.cvr ?? '–'),
        ...fact({da: 'Status', en: 'Status'}, say({da: 'Aktiv', en: 'Active'})),
        ...fact({da: 'Adresse', en: 'Address'}, 'Havnegade 12, 1. tv., 8000 Aarhus C'),
        ...fact({da: 'Startdato', en: 'Founded'}, timeElement(founded)),
        ...fact({da: 'Ansatte', en: 'Employees'}, '10–19'),
      ),
    ];
  }
}

function fact(term: Both, value: Node | string): HTMLElement[] {
  return [create('dt', {}, say(term)), create('dd', {}, value)];
}

customElements.define('demo-company', Company);
