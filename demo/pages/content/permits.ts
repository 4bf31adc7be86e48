import {timeElement, workday} from '../dates.ts';
import {say} from '../language.ts';
import {badge, Content, entry, entryList} from './content.ts';

const permits = [
  {days: 420, authority: 'Aarhus Kommune', title: {da: 'Udeservering', en: 'Outdoor serving'}},
  {
    days: 45,
    authority: 'Fødevarestyrelsen',
    title: {da: 'Fødevareregistrering', en: 'Food business registration'},
  },
];
const soonDays = 60;

class Permits extends Content {
  protected override content() {
    return [
      entryList(
        permits.map(({days, authority, title}) =>
          entry(
            title,
            [`${authority} · ${say({da: 'til', en: 'until'})} `, timeElement(workday(days))],
            days < soonDays
              ? badge({da: 'Forny snart', en: 'Renew soon'}, 'warning')
              : badge({da: 'Gyldig', en: 'Valid'}, 'success'),
          ),
        ),
      ),
    ];
  }
}

customElements.define('demo-permits', Permits);
