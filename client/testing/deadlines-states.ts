// The states of `<tavle-deadlines>`, for `element-states.ts`. Add a state for a layout that no other state has. Use
// only what also works without Vitest.
import {addDeadlines, openDeadlines} from './calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from './fake-calendar.ts';
import {longestWord} from './longest-word.ts';
import {role, shows} from './person.ts';
import {setToday, withService} from './stage.ts';

/** Creates a company with deadlines today, soon, later and in another year. */
export function upcomingDeadlines(): FakeCalendar {
  return fakeCalendar(
    frist(1, '25-11-2026', {overskrift: 'Forbi'}),
    frist(2, '10-12-2026', {overskrift: 'Moms'}),
    frist(3, '16-12-2026', {overskrift: 'A-skat og arbejdsmarkedsbidrag', isLaest: true}),
    frist(4, '31-12-2026', {overskrift: longestWord, afsenderNavn: longestWord}),
    frist(5, '31-05-2027', {overskrift: 'Årsrapport', afsenderNavn: 'Erhvervsstyrelsen'}),
  );
}

function todaysDeadlines(): FakeCalendar {
  setToday('2026-12-10');
  return upcomingDeadlines();
}

/** Brings the element into each of its states. */
export const deadlinesStates = withService(todaysDeadlines, {
  'with links': () => openDeadlines('href="?tavle-frist={id}" max="4"'),
  'with buttons': () => openDeadlines(),
  'with fewer deadlines than there is room for': () => openDeadlines('max="10"'),
  'of several companies': () =>
    openDeadlines(`cvr="10000009 10000017" names='{"10000009": "Havblik Bageri ApS"}' max="4"`),
  'with a heading of the page': async () => {
    const element = await openDeadlines();
    element.innerHTML = '<h3 slot="heading">Det skal I nå</h3>';
  },
  'without deadlines': service => {
    service.frister.clear();
    return openDeadlines();
  },
  'while it is loading': async service => {
    service.hold();
    const element = addDeadlines();
    await element.updateComplete;
  },
  'when nobody is signed in': async service => {
    service.break(401);
    addDeadlines();
    await shows(role('button', /^Prøv/));
  },
  'when the service is away': async service => {
    service.break(503);
    addDeadlines();
    await shows(role('alert'));
  },
  'when deadlines that are shown can not be reloaded': async service => {
    const element = await openDeadlines();
    service.break(503);
    await element.refresh();
    await shows(role('button', /^Prøv/));
  },
});
