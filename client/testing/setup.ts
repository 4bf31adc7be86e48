// Gives each test in Chromium the same page: Danish, a fixed day, a wide body. Vitest loads this file before each test
// file (`vitest.config.ts`). A change affects all of these tests.
import {afterEach, beforeEach, vi} from 'vitest';

import {restorePage, setToday} from './stage.ts';

const {href} = location;

beforeEach(() => {
  document.documentElement.lang = 'da';
  // A day after most tests' deadlines, so none of them is a next deadline.
  setToday('2027-06-01');
  // Wide enough for a month that shows titles.
  document.body.style.inlineSize = '60em';
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  for (const name of ['style', 'dir']) document.documentElement.removeAttribute(name);
  if (location.href !== href) history.replaceState(null, '', href);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  restorePage();
});
