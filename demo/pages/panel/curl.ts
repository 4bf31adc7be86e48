import {byId} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';

/** Shows a call that delivers a deadline from a terminal, as it works on this machine. */
export async function showCurl(): Promise<void> {
  try {
    const {command} = await fetchJson<{command: string}>('curl');
    byId('curl').textContent = command;
  } catch (error) {
    console.error(error);
    byId('curl-del').hidden = true;
  }
}
