import type {ConsoleMessage, Page} from 'playwright/test';

/**
 * Notes whatever the browser has to say against a page: errors, warnings, broken policies.
 *
 * @param isExpected Selects messages that are not problems.
 */
export function watchProblems(
  page: Page,
  isExpected: (message: ConsoleMessage) => boolean = () => false,
): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message)) problems.push(message.text());
  });
  return problems;
}
