import {formatNumber, timeElement, workday} from '../dates.ts';
import {say} from '../language.ts';
import {Content, entry, entryList} from './content.ts';

const grants = [
  {
    days: 17,
    kroner: 250_000,
    title: {da: 'SMV-puljen til digitalisering', en: 'Digitalisation for small businesses'},
  },
  {
    days: 31,
    kroner: 1_200_000,
    title: {da: 'Erhvervspuljen til energieffektivisering', en: 'Energy efficiency fund'},
  },
  {days: 52, kroner: 75_000, title: {da: 'Rådgivning om cirkulær økonomi', en: 'Advice on circular economy'}},
];

class Grants extends Content {
  protected override content() {
    return [
      entryList(
        grants.map(({days, kroner, title}) =>
          entry(title, [
            say({
              da: `Op til ${formatNumber(kroner)} kr. · søg senest `,
              en: `Up to DKK ${formatNumber(kroner)} · apply by `,
            }),
            timeElement(workday(days)),
          ]),
        ),
      ),
    ];
  }
}

customElements.define('demo-grants', Grants);
