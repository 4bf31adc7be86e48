import {writeReminder} from '../server/calendar/mail/message.ts';
import {expect, test} from './support/test.ts';

test('a mail fits the width of a phone, with long words and many companies', async ({page}) => {
  await page.setViewportSize({width: 390, height: 700});
  const companies = Array.from(
    {length: 30},
    (_, index) => [String(index), `Ejendomsadministrationsselskabet ${index} A/S`] as const,
  );
  const deadline = {
    date: '2026-12-05',
    title: 'Arbejdsmarkedsbidragsindberetningsfristforlængelsesansøgningsbekræftelse',
    sender: 'Skattestyrelsen',
    companies: new Map(companies),
    url: 'https://portal.example.dk/kalender?frist=2',
    opens: 'deadline' as const,
  };
  const {html} = writeReminder([deadline], '2026-11-28', 'da', 'https://tavle.example.dk/afmeld');
  await page.setContent(html);
  await expect(page.getByText(/^Den 5\. december: Arbejds/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
