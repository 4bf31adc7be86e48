import {expect, it} from 'vitest';

import '../deadlines/define.ts';
import '../calendar/define.ts';
import '../editorial/define.ts';
import '../forms/define.ts';
import {openDashboard} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';

const box = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`No ${selector}.`);
  return element.getBoundingClientRect();
};

it.each([
  'tavle-dashboard',
  'tavle-calendar',
  'tavle-deadlines',
  'tavle-form',
  'tavle-form-search',
  'tavle-editorial',
])('a <%s> keeps a distance of 24 px to what is above and below it', tag => {
  document.body.innerHTML = `<p id="above">Over</p><${tag}></${tag}><p id="below">Under</p>`;
  expect([box(tag).top - box('#above').bottom, box('#below').top - box(tag).bottom]).toEqual([24, 24]);
});

it('a page sets another distance with its own margin', () => {
  document.body.innerHTML =
    '<style>tavle-calendar { margin: 0 }</style><div id="above"></div><tavle-calendar></tavle-calendar>';
  expect(box('tavle-calendar').top).toBe(box('#above').bottom);
});

it('the cards of a dashboard, and elements in them, leave the distance to the card', async () => {
  fakeDashboard({frister: 'active', cvr: 'active'});
  await openDashboard(`
    <tavle-app name="frister" heading="Frister">
      <template><div><tavle-deadlines></tavle-deadlines></div></template>
    </tavle-app>`);
  for (const tag of ['tavle-app', 'tavle-deadlines']) {
    expect(getComputedStyle(document.querySelector(tag) ?? document.body).marginBlock, tag).toBe('0px');
  }
});
