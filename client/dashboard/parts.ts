// How a dashboard and its apps find each other, for `tavle-app.ts`, `tavle-dashboard.ts` and their parts. You can add a
// function. Use these symbols, and no tag names or classes: a page may choose tag names, and load several scripts,
// which share no classes. Keep the names of the symbols, which other versions use.
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
