// Adds dashboards to a page and queries them, for their tests and states. Add a helper here if several tests need it.
import {define, TavleApp, TavleDashboard} from '../index.ts';
import {focused, opened, settled} from './stage.ts';

define('tavle-app', TavleApp);
define('tavle-dashboard', TavleDashboard);

/** The children of most tests' dashboards. */
export const threeApps = `
  <tavle-app name="frister" heading="Frister"><template><p>To frister</p></template></tavle-app>
  <tavle-app name="cvr" heading="CVR-oplysninger"><template><p>Dine oplysninger</p></template></tavle-app>
  <tavle-app name="tilskud" heading="Tilskud"><template><p>Tre puljer</p></template></tavle-app>
`;

/** Adds a signed-in dashboard to the page. */
export function addDashboard(apps: string = threeApps, parent: ParentNode = document.body): TavleDashboard {
  const dashboard = document.createElement('tavle-dashboard');
  dashboard.innerHTML = apps;
  dashboard.getToken = () => Promise.resolve('token');
  parent.append(dashboard);
  return dashboard;
}

/** Adds a dashboard, and resolves when the states are visible. */
export async function openDashboard(apps?: string): Promise<TavleDashboard> {
  return settled(await opened(() => addDashboard(apps)));
}

/** Opens a dashboard, and starts to arrange its apps, which shows their switches. */
export async function openArranging(apps?: string): Promise<TavleDashboard> {
  const dashboard = await openDashboard(apps);
  return startArranging(dashboard);
}

export async function startArranging(dashboard: TavleDashboard): Promise<TavleDashboard> {
  dashboard.shadowRoot?.querySelector<HTMLElement>('section:not([hidden]) .arrange')?.click();
  return settled(dashboard);
}

/** Returns the names of the apps in a section, in visual order. */
export function shown(dashboard: TavleDashboard, section: 'active' | 'disabled'): string[] {
  const slots = dashboard.shadowRoot?.querySelectorAll<HTMLSlotElement>(`.${section} slot`) ?? [];
  return [...slots].flatMap(slot => slot.assignedElements()).map(app => (app as TavleApp).name);
}

/** Returns the name of the focused element; for a switch, `switch` and the title of its app. */
export function nameOfFocused(): string {
  const element = focused();
  const root = element?.getRootNode();
  const app = root instanceof ShadowRoot ? root.host : undefined;
  const titles = ['heading', 'name'].map(name => app?.getAttribute(name));
  if (element?.role === 'switch') return `switch ${titles.find(Boolean) ?? ''}`;
  return element?.ariaLabel ?? element?.textContent.trim() ?? '';
}
