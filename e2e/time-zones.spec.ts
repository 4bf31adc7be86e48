import {deliver} from './support/demo-calendar.ts';
import {expect, test} from './support/test.ts';

/** The time zones in which a day begins first and last. */
const zones = ['Pacific/Kiritimati', 'Pacific/Niue'];

const changes = [
  {fristDato: '29-03-2099', iso: '2099-03-29', overskrift: 'Sommertid begynder', day: '29. marts'},
  {fristDato: '25-10-2099', iso: '2099-10-25', overskrift: 'Sommertid slutter', day: '25. oktober'},
];

test('the month, the list, a deadline and today have their dates in Denmark', async ({
  browser,
  demo: {url},
}) => {
  for (const {fristDato, overskrift} of changes)
    await deliver(url, {overskrift, fristDato, beskrivelse: '<p>Stil uret.</p>'});

  for (const timezoneId of zones) {
    await test.step(`in ${timezoneId}`, async () => {
      const context = await browser.newContext({timezoneId});
      const page = await context.newPage();
      // New Year in Denmark, but not everywhere.
      const time = new Date('2026-12-31T23:30:00Z');
      await page.clock.setFixedTime(time);
      await page.route('**/calendar/1/**', async route => {
        const response = await route.fetch();
        await route.fulfill({response, headers: {...response.headers(), date: time.toUTCString()}});
      });
      for (const {iso, overskrift, day} of changes) {
        await page.goto(`${url}/demo/frister.html?tavle-dato=${iso}&tavle-visning=month`);
        await expect(page.getByRole('gridcell', {name: `søndag den ${day} 2099`})).toContainText(overskrift);
        await page.getByRole('button', {name: 'Liste', exact: true}).click();
        const entry = page.getByRole('button', {name: overskrift});
        await expect(entry).toBeVisible();
        await expect(entry.locator('time')).toHaveAttribute('datetime', iso);
        await entry.click();
        await expect(page.getByRole('dialog').getByText(`søndag den ${day} 2099`)).toBeVisible();
      }
      await page.goto(`${url}/demo/frister.html?tavle-visning=month`);
      await expect(page.locator('td[aria-current="date"]')).toHaveAccessibleName(
        /^fredag den 1\. januar 2027/,
      );
      // The calendar may still be loading the months around.
      await page.unrouteAll({behavior: 'ignoreErrors'});
      await context.close();
    });
  }
});
