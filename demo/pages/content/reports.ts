import {timeElement, workday} from '../dates.ts';
import {say} from '../language.ts';
import {badge, Content, entry, entryList} from './content.ts';

const drafted = {text: {da: 'Kladde', en: 'Draft'}, tone: 'warning'} as const;
const received = {text: {da: 'Modtaget', en: 'Received'}, tone: 'info'} as const;
const approved = {text: {da: 'Godkendt', en: 'Approved'}, tone: 'success'} as const;

const reports = [
  {days: -2, title: {da: 'Lønoplysninger til eIndkomst', en: 'Payroll to eIndkomst'}, status: drafted},
  {days: -9, title: {da: 'Moms for kvartalet', en: 'VAT for the quarter'}, status: received},
  {days: -40, title: {da: 'Emballageafgift', en: 'Packaging duty'}, status: approved},
];

class Reports extends Content {
  protected override content() {
    return [
      entryList(
        reports.map(({days, title, status}) =>
          entry(
            title,
            [say({da: 'Ændret ', en: 'Changed '}), timeElement(workday(days))],
            badge(status.text, status.tone),
          ),
        ),
      ),
    ];
  }
}

customElements.define('demo-reports', Reports);
