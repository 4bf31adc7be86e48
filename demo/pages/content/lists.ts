import {formatNumber, timeElement, workday} from '../dates.ts';
import {type Both, say} from '../language.ts';
import {companyShown, statuses} from './companies.ts';
import {badge, Content, entry, entryList} from './content.ts';

const soonDays = 60;

const grants: {days: number; kroner: number; title: Both}[] = [
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

class Reports extends Content {
  protected override content() {
    const {reports} = companyShown();
    const entries = reports.map(({days, authority, title, status}) => {
      const {text, tone} = statuses[status];
      const changed = say({da: 'ændret', en: 'changed'});
      return entry(title, [`${authority} · ${changed} `, timeElement(workday(days))], badge(text, tone));
    });
    return [entryList(entries)];
  }
}

class Permits extends Content {
  protected override content() {
    const {permits} = companyShown();
    const entries = permits.map(({days, authority, title}) => {
      const until = say({da: 'til', en: 'until'});
      const status =
        days < soonDays
          ? badge({da: 'Forny snart', en: 'Renew soon'}, 'warning')
          : badge({da: 'Gyldig', en: 'Valid'}, 'success');
      return entry(title, [`${authority} · ${until} `, timeElement(workday(days))], status);
    });
    return [entryList(entries)];
  }
}

class Grants extends Content {
  protected override content() {
    const entries = grants.map(({days, kroner, title}) => {
      const amount = formatNumber(kroner);
      const about = say({da: `Op til ${amount} kr. · søg senest `, en: `Up to DKK ${amount} · apply by `});
      return entry(title, [about, timeElement(workday(days))]);
    });
    return [entryList(entries)];
  }
}

customElements.define('demo-reports', Reports);
customElements.define('demo-permits', Permits);
customElements.define('demo-grants', Grants);
