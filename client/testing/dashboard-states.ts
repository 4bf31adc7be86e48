// The states of the dashboard, for `element-states.ts`. Add a state for a layout that no other state has. Use only what
// also works without Vitest.
import type {TavleDashboard} from '../index.ts';
import * as fixture from './dashboard-fixture.ts';
import {type FakeDashboard, fakeDashboard} from './fake-dashboard.ts';
import {longestWord} from './longest-word.ts';
import {click, press, role, shows, text} from './person.ts';
import {settled, withService} from './stage.ts';

const apps = `
  <tavle-app name="frister" heading="Frister"><svg slot="icon" width="24" height="24" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 3h12v11H2z" fill="none" stroke="currentColor"></path></svg><span slot="header">2 nye</span><template><p>Moms: 1. marts. <a href="#">Se alle frister</a></p></template></tavle-app>
  <tavle-app name="post" heading="Digital Post"><template><p>To ulæste breve fra Erhvervsstyrelsen.</p></template></tavle-app>
  <tavle-app name="cvr" heading="${longestWord}"><template><p>${longestWord}</p></template></tavle-app>
  <tavle-app name="tilskud" heading="Tilskud og puljer" description="Puljer, som din virksomhed kan søge"></tavle-app>
  <tavle-app name="reglement" heading="${longestWord}"></tavle-app>`;

/** Creates a service with apps that are on and apps that are off. */
function crowdedDashboard(): FakeDashboard {
  return fakeDashboard({
    frister: 'active',
    post: 'active',
    cvr: 'active',
    tilskud: 'deactive',
    reglement: 'deactive',
  });
}

const addDashboard = () => fixture.addDashboard(apps);
const openDashboard = () => fixture.openDashboard(apps);

async function turnOff(dashboard: TavleDashboard): Promise<void> {
  // Presses the switch by keyboard, so that the focus is visible.
  await press(role('switch', 'Frister'), ' ');
  await settled(dashboard);
}

async function arranging(): Promise<TavleDashboard> {
  const dashboard = await openDashboard();
  await click(role('button', /^Tilpas overblik$/));
  await settled(dashboard);
  return dashboard;
}

/** Brings a dashboard and its apps into each of their states. */
export const dashboardStates = withService(crowdedDashboard, {
  'while it is loading': async service => {
    service.hold();
    const dashboard = addDashboard();
    await settled(dashboard);
  },
  'when the service is away': async service => {
    service.break(503);
    addDashboard();
    await shows(role('alert'));
  },
  'after the person has signed out': async service => {
    const dashboard = await openDashboard();
    dashboard.loginUrl = '/log-paa';
    service.break(401);
    await dashboard.refresh();
    await shows(role('link', /^(Log på|Sign in)$/));
  },
  'when nothing is active': service => {
    for (const app of service.states.keys()) service.states.set(app, 'deactive');
    return openDashboard();
  },
  'when there is no app': service => {
    service.states.clear();
    return openDashboard();
  },
  'while the person arranges nothing': openDashboard,
  'when there is something to undo': async () => turnOff(await arranging()),
  'when saving failed': async service => {
    const dashboard = await arranging();
    service.break(503);
    await turnOff(dashboard);
    await shows(role('alert'));
  },
  'when apps are locked': service => {
    service.locked.add('frister').add('reglement');
    return arranging();
  },
  'while an app is being moved': async () => {
    const dashboard = await arranging();
    await press(role('button', 'Flyt Frister'), ' ', 'ArrowDown');
    await settled(dashboard);
  },
  'when an app was moved': async () => {
    const dashboard = await arranging();
    await press(role('button', 'Flyt Frister'), ' ', 'End', ' ');
    await settled(dashboard);
  },
  'when an app broke': async () => {
    const dashboard = await openDashboard();
    dashboard.querySelector('p')?.dispatchEvent(new Event('tavle-app-error', {bubbles: true}));
    await shows(text(/^Vi kunne ikke vise Frister/));
  },
});
