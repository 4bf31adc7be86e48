// How elements behave in a frame or a sandbox, for the views and models that link out of the portal or copy a text.
// Here you can handle another restriction. Both functions must return a result, and never throw.
import {nothing} from 'lit';

/**
 * Returns the `target` of links that leave the portal, such as those to a login or a solution, for all elements: sites refuse to be shown in a
 * frame. If a sandbox does not allow to navigate the top window, the links open a new one.
 */
export function outwardTarget(): '_top' | '_blank' | typeof nothing {
  if (window === window.top) return nothing;
  const sandbox = window.frameElement?.getAttribute('sandbox');
  return typeof sandbox !== 'string' || sandbox.includes('allow-top-navigation') ? '_top' : '_blank';
}

/** Copies a text. Returns whether the browser has copied it: a browser may refuse, and pages without HTTPS have no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
