/** How long what was shown anew may take until it is seen, in milliseconds. */
const settling = 100;

/** Longer than this, in milliseconds, nothing waits for a page that is busy all the time. */
const patience = 1_000;

/** Resolves when what was asked for has been shown and the page has nothing else to do. */
export async function idle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, settling));
  if (!('requestIdleCallback' in globalThis)) return;
  await new Promise(resolve => requestIdleCallback(resolve, {timeout: patience}));
}
