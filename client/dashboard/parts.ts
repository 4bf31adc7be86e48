/**
 * The parts of a dashboard know each other by these symbols: a page may define them with other tag names, and load several scripts, which share no
 * classes.
 */
export const appSymbol = Symbol.for('tavle-app');

/** The method of a dashboard that its apps call when they are connected or disconnected. */
export const dashboardSymbol = Symbol.for('tavle-dashboard');

export type Dashboard = HTMLElement & {[dashboardSymbol](): void};

const isDashboard = (element: HTMLElement): element is Dashboard => dashboardSymbol in element;
export const isApp = (element: Element) => appSymbol in element;

/** Returns the closest dashboard around an app; `undefined` for an app without one, or in the content of another app. */
export function dashboardOf(app: Element): Dashboard | undefined {
  let parent = app.parentElement;
  while (parent && !isDashboard(parent) && !isApp(parent)) parent = parent.parentElement;
  return parent && isDashboard(parent) ? parent : undefined;
}
