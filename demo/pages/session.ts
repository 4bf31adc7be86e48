import {fetchJson} from './fetch-json.ts';
import {settings} from './settings.ts';

export interface Client {
  cvr: string;
  virksomhed: string;
}

/** A person that the demo can sign in, and the company that they act for. */
export interface Person extends Client {
  sub: string;
  navn: string;
  /** The companies of an accountant's calendar. */
  klienter?: readonly Client[];
}

interface Token {
  token: string;
  /** Seconds since 1970. */
  expires: number;
}

const slowMilliseconds = 3000;
/** A token this close to its end is not worth sending. */
const leewaySeconds = 30;

let people: readonly Person[] = [];
let loading: Promise<readonly Person[]> | undefined;
const tokens = new Map<string, Token>();

/** Fetches the people whom the demo can sign in, once; a failure is forgotten, so that the next call tries again. */
export function loadPeople(): Promise<readonly Person[]> {
  loading ??= fetchJson<Person[]>('users').then(
    found => (people = found),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The person signed in; `undefined` until the people are loaded. */
export function signedIn(): Person | undefined {
  return people.find(({sub}) => sub === settings.user) ?? people[0];
}

/** Returns the companies whose deadlines a person sees. */
export function companiesOf(person: Person): readonly Client[] {
  return person.klienter ?? [person];
}

/** Shows the deadlines of a person's companies in an element, with their names where there are several. */
export function showCompanies(element: HTMLElement, person: Person): void {
  const companies = companiesOf(person);
  const names = Object.fromEntries(companies.map(({cvr, virksomhed}) => [cvr, virksomhed]));
  element.setAttribute('cvr', companies.map(({cvr}) => cvr).join(' '));
  if (companies.length > 1) element.setAttribute('company-names', JSON.stringify(names));
  else element.removeAttribute('company-names');
}

/** Gives the elements a token for the person signed in, slowly or not at all where the visitor asked for that. */
export async function getToken(): Promise<string> {
  if (settings.slow) await new Promise(resolve => setTimeout(resolve, slowMilliseconds));
  if (settings.failing) throw new Error('The visitor asked for calls that fail.');

  await loadPeople();
  const sub = signedIn()?.sub ?? '';
  const known = tokens.get(sub);
  if (known && known.expires - leewaySeconds > Date.now() / 1000) return known.token;

  const fresh = await fetchJson<Token>('token', {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({sub}),
  });
  tokens.set(sub, fresh);
  return fresh.token;
}
