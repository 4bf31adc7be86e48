import type {FristAnswer} from '../../../client/calendar/frist.ts';
import {daysAway, parseDate, timeElement} from '../dates.ts';
import {create} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import {say} from '../language.ts';
import {getToken, type Person, signedIn} from '../session.ts';
import {withSettings} from '../settings.ts';
import {badge, Content, entry, entryList} from './content.ts';

const mostShown = 3;
const soonDays = 7;

/** The company's next deadlines, as the service has them. */
class Deadlines extends Content {
  #person: Person | undefined;
  #frister: readonly FristAnswer[] | undefined;

  protected override content() {
    const person = signedIn();
    if (person && person !== this.#person) {
      this.#person = person;
      this.#frister = undefined;
      void this.#read(person);
    }
    return [...(this.#frister ? show(this.#frister) : loading()), linkToAll()];
  }

  async #read(person: Person): Promise<void> {
    try {
      const headers = {Authorization: `Bearer ${await getToken()}`};
      const frister = await fetchJson<FristAnswer[]>(`/calendar/1/virksomheder/${person.cvr}/frister`, {
        headers,
      });
      if (person !== this.#person) return;
      this.#frister = frister.slice(0, mostShown);
      this.render();
    } catch (error) {
      if (person !== this.#person) return;
      console.error(error);
      this.dispatchEvent(new Event('tavle-app-error', {bubbles: true, composed: true}));
    }
  }
}

function loading(): Node[] {
  return [create('p', {}, say({da: 'Henter frister…', en: 'Fetching deadlines…'}))];
}

function show(frister: readonly FristAnswer[]): Node[] {
  if (!frister.length)
    return [create('p', {}, say({da: 'Ingen frister forude.', en: 'No deadlines ahead.'}))];
  return [entryList(frister.map(showOne))];
}

function showOne({fristDato, overskrift, afsenderNavn}: FristAnswer): HTMLElement {
  const date = parseDate(fristDato);
  const soon = date.getTime() - Date.now() < soonDays * 24 * 60 * 60 * 1000;
  const status = badge(daysAway(date), soon ? 'warning' : 'info');
  return entry(overskrift, [timeElement(date), ` · ${afsenderNavn}`], status);
}

function linkToAll(): HTMLElement {
  const href = withSettings(new URL('frister.html', location.href).href);
  const link = create('a', {href}, say({da: 'Se alle frister', en: 'See all deadlines'}));
  return create('p', {class: 'content-link'}, link);
}

customElements.define('demo-deadlines', Deadlines);
