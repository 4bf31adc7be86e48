import {formatNumber, timeElement, workday} from '../dates.ts';
import {say} from '../language.ts';
import {currentCompany, type Report} from './companies.ts';
import {badge, Content, entry, entryList} from './content.ts';

const soonDays = 60;

const statuses: Record<Report['status'], Parameters<typeof badge>> = {
  draft: [{da: 'Kladde', en: 'Draft'}, 'warning'],
  received: [{da: 'Modtaget', en: 'Received'}, 'info'],
  approved: [{da: 'Godkendt', en: 'Approved'}, 'success'],
};

const grants = [
  {days: 17, kroner: 250_000, title: 'SMV-puljen til digitalisering'},
  {days: 31, kroner: 1_200_000, title: 'Erhvervspuljen til energieffektivisering'},
  {days: 52, kroner: 75_000, title: 'Rådgivning om cirkulær økonomi'},
];

class Reports extends Content {
  protected override content() {
    const entries = currentCompany().reports.map(({days, authority, title, status}) => {
      const changed = say({da: 'ændret', en: 'changed'});
      return entry(
        title,
        [`${authority} · ${changed} `, timeElement(workday(days))],
        badge(...statuses[status]),
      );
    });
    return [entryList(entries)];
  }
}

class Permits extends Content {
  protected override content() {
    const entries = currentCompany().permits.map(({days, authority, title}) => {
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
