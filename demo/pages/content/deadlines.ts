import {daysAway, timeElement, workday} from '../dates.ts';
import {badge, Content, entry, entryList} from './content.ts';

const deadlines = [
  {
    days: 3,
    sender: 'Skattestyrelsen',
    title: {da: 'A-skat og AM-bidrag', en: 'Employee tax (A-skat) and AM contributions'},
  },
  {days: 9, sender: 'Skattestyrelsen', title: {da: 'Moms for kvartalet', en: 'VAT for the quarter'}},
  {days: 24, sender: 'Erhvervsstyrelsen', title: {da: 'Årsrapport', en: 'Annual report'}},
  {
    days: 38,
    sender: 'Danmarks Statistik',
    title: {da: 'Beskæftigelse og ledige stillinger', en: 'Employment and vacancies'},
  },
];
const soonDays = 7;

class Deadlines extends Content {
  protected override content() {
    return [
      entryList(
        deadlines.map(({days, sender, title}) => {
          const date = workday(days);
          const status = badge(daysAway(date), days < soonDays ? 'warning' : 'info');
          return entry(title, [timeElement(date), ` · ${sender}`], status);
        }),
      ),
    ];
  }
}

customElements.define('demo-deadlines', Deadlines);
