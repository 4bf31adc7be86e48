/**
 * Runs `work` and returns what custom elements and scripts threw meanwhile. The browser reports such errors to the
 * window instead of throwing them, and goes on doing so.
 */
export function errorsDuring(work: () => void): unknown[] {
  const causes: unknown[] = [];
  const note = (event: Event) => {
    if (event instanceof ErrorEvent) causes.push(event.error ?? event.message);
  };
  window.addEventListener('error', note, {capture: true});
  try {
    work();
  } finally {
    window.removeEventListener('error', note, {capture: true});
  }
  return causes;
}
