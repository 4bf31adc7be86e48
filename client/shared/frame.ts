import {nothing} from 'lit';

/**
 * Returns the `target` of links that leave the portal, such as those to a login or a solution, for all elements: sites refuse to be shown in a frame. In a
 * sandbox that does not allow to navigate the top, they open a new window.
 */
export function outwardTarget(): '_top' | '_blank' | typeof nothing {
  if (window === window.top) return nothing;
  const sandbox = window.frameElement?.getAttribute('sandbox');
  return typeof sandbox !== 'string' || sandbox.includes('allow-top-navigation') ? '_top' : '_blank';
}

/** Copies a text. Returns whether the browser has done so: it may refuse it, and pages without HTTPS have no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
