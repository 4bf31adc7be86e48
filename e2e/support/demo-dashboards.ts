import {dashboardOf} from './dashboard.ts';
import {demoToken} from './demo-calendar.ts';
import apps from '../../demo/portal.json' with {type: 'json'};

/** Resets the apps of the sample users to their first states. */
export async function resetDashboards(url: string): Promise<void> {
  const initial = Object.fromEntries(apps.apps.map(({navn, tilstand}) => [navn, tilstand]));
  for (const sub of ['demo-anna', 'demo-bjorn']) {
    const dashboard = dashboardOf(url, await demoToken(url, sub));
    for (const [app, state] of Object.entries(await dashboard.states(Object.keys(initial)))) {
      if (state !== initial[app]) await dashboard.turn(app, initial[app] === 'active');
    }
  }
}
