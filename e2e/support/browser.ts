import type {ConsoleMessage, Page} from 'playwright/test';

/**
 * Returns a list to which it adds the errors, warnings and policy violations that the browser reports. For all browser tests in Chromium: each
 * expects an empty list.
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
