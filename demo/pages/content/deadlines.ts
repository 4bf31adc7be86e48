import type {FristAnswer} from '../../../client/calendar/model/frist.ts';
import {daysAway, isoDate, parseDate, timeElement} from '../dates.ts';
import {create} from '../dom.ts';
import {fetchJson} from '../fetch-json.ts';
import {say} from '../language.ts';
import {getToken, type Person, signedIn} from '../session.ts';
import {withSettings} from '../settings.ts';
import {badge, Content, entry, entryList} from './content.ts';

const mostShown = 6;
const soonDays = 7;

/** What was read last, by company: shown at once when the app is turned on again, while it is read again. */
const lastRead = new Map<string, readonly FristAnswer[]>();

/** The company's next deadlines, as the service has them. */
class Deadlines extends Content {
  #person: Person | undefined;

  protected override content() {
    const person = signedIn();
    if (person && person !== this.#person) {
      this.#person = person;
      void this.#read(person);
    }
    const frister = person && lastRead.get(person.cvr);
    return [frister ? show(frister) : loading(), linkToAll()];
  }

  /** Reads the deadlines again. */
  async refresh(): Promise<void> {
    if (this.#person) await this.#read(this.#person);
  }

  async #read({cvr}: Person): Promise<void> {
    try {
      const request = {headers: {Authorization: `Bearer ${await getToken()}`}};
      lastRead.set(cvr, await fetchJson(`/calendar/1/virksomheder/${cvr}/frister`, request));
      if (this.isConnected) this.render();
    } catch (error) {
      if (lastRead.has(cvr)) return;
      console.error(error);
      this.dispatchEvent(new Event('tavle-app-error', {bubbles: true, composed: true}));
    }
  }
}

function loading(): HTMLElement {
  return create('p', {}, say({da: 'Henter frister…', en: 'Fetching deadlines…'}));
}

function show(frister: readonly FristAnswer[]): HTMLElement {
  if (!frister.length) return create('p', {}, say({da: 'Ingen frister forude.', en: 'No deadlines ahead.'}));
  return entryList(frister.slice(0, mostShown).map(showOne));
}

function showOne({fristDato, overskrift, afsenderNavn}: FristAnswer): HTMLElement {
  const date = parseDate(fristDato);
  const soon = date.getTime() - Date.now() < soonDays * 24 * 60 * 60 * 1000;
  const status = badge(daysAway(date), soon ? 'warning' : 'info');
  const link = create('a', {href: calendarPage(`?tavle-dato=${isoDate(date)}`)}, overskrift);
  return entry(link, [timeElement(date), ` · ${afsenderNavn}`], status);
}

function linkToAll(): HTMLElement {
  const link = create('a', {href: calendarPage()}, say({da: 'Se alle frister', en: 'See all deadlines'}));
  return create('p', {class: 'content-link'}, link);
}

const calendarPage = (query = '') => withSettings(new URL(`frister.html${query}`, location.href).href);

customElements.define('demo-deadlines', Deadlines);
