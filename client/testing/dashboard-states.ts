import {expect, vi} from 'vitest';
import {page} from 'vitest/browser';

import type {TavleDashboard} from '../index.ts';
import {addDashboard, openDashboard, settled} from './dashboard-fixture.ts';
import type {FakeService} from './fake-service.ts';
import {waitInVain} from './patience.ts';

async function failsWith(service: FakeService, status: number): Promise<TavleDashboard> {
  service.break(status);
  const dashboard = addDashboard();
  await expect.element(page.getByRole('alert')).toBeVisible();
  return dashboard;
}

async function turnedOff(dashboard: TavleDashboard): Promise<TavleDashboard> {
  await page.getByRole('switch', {name: 'Frister'}).click();
  await settled(dashboard);
  return dashboard;
}

/** Brings a dashboard and its apps into each of their states, in Danish or English. */
export const dashboardStates: Record<string, (service: FakeService) => Promise<TavleDashboard>> = {
  'when apps are on and off': () => openDashboard(),
  'with long words': () =>
    openDashboard(`
      <tavle-app name="frister" heading="Arbejdsskadeforsikringsanmeldelsesfristovervågning"></tavle-app>
      <tavle-app name="tilskud" heading="Bygningsfredningsforeningstilskudsordningsadministration"></tavle-app>`),
  'while it is loading': async service => {
    service.hold();
    const dashboard = addDashboard();
    await settled(dashboard);
    return dashboard;
  },
  'when nobody is signed in': async () => {
    const dashboard = addDashboard();
    dashboard.getToken = undefined;
    await settled(dashboard);
    return dashboard;
  },
  'when the page has forgotten the token': () => waitInVain(() => addDashboard()),
  'when the service is away': service => failsWith(service, 503),
  'when the person is no longer signed in': service => failsWith(service, 401),
  'when the person has no access': service => failsWith(service, 403),
  'when there is no connection': service => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return failsWith(service, 0);
  },
  'when nothing is active': service => {
    service.states.set('frister', 'deactive').set('cvr', 'deactive');
    return openDashboard();
  },
  'when there is no app': service => {
    service.states.clear();
    return openDashboard();
  },
  'when there is something to undo': async () => turnedOff(await openDashboard()),
  'when saving failed': async service => {
    const dashboard = await openDashboard();
    service.break(503);
    await turnedOff(dashboard);
    await expect.element(page.getByRole('alert')).toBeVisible();
    return dashboard;
  },
  'when an app broke': async () => {
    const dashboard = await openDashboard();
    dashboard.querySelector('p')?.dispatchEvent(new Event('tavle-app-error', {bubbles: true}));
    await expect.element(page.getByText(/^Frister (kunne ikke vises|could not be shown)/)).toBeVisible();
    return dashboard;
  },
};
