/** The time in which a change is expected to be on the screen. */
const renderTimeMs = 100;

/** The longest wait for a page that is always busy. */
const idleTimeoutMs = 1_000;

/** Resolves when the last change has been rendered and the page is idle. */
export async function idle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, renderTimeMs));
  if (!('requestIdleCallback' in globalThis)) return;
  await new Promise(resolve => requestIdleCallback(resolve, {timeout: idleTimeoutMs}));
}
