import type {Page} from 'playwright/test';

/** Notes whatever the browser has to say against a page: errors, warnings, broken policies. */
export function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  return problems;
}
