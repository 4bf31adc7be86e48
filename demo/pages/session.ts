import {fetchJson} from './fetch-json.ts';
import {settings} from './settings.ts';

export interface Client {
  cvr: string;
  virksomhed: string;
}

/** A user, with the company that they act for. */
export interface User extends Client {
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

const slowMs = 3000;
/** A token that expires sooner is renewed. */
const leewaySeconds = 30;

let users: readonly User[] = [];
let loading: Promise<readonly User[]> | undefined;
const tokens = new Map<string, Token>();

/** Fetches the users once. Retries after a failure. */
export function loadUsers(): Promise<readonly User[]> {
  loading ??= fetchJson<User[]>('users').then(
    found => (users = found),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Returns the current user; `undefined` until the users are loaded. */
export function currentUser(): User | undefined {
  return users.find(({sub}) => sub === settings.user) ?? users[0];
}

/** Returns the companies whose deadlines a user sees. */
export function companiesOf(user: User): readonly Client[] {
  return user.klienter ?? [user];
}

/** Sets the attributes of an element to the companies of a user, with names if there are several. */
export function showCompanies(element: HTMLElement, user: User): void {
  const companies = companiesOf(user);
  const names = Object.fromEntries(companies.map(({cvr, virksomhed}) => [cvr, virksomhed]));
  element.setAttribute('cvr', companies.map(({cvr}) => cvr).join(' '));
  if (companies.length > 1) element.setAttribute('company-names', JSON.stringify(names));
  else element.removeAttribute('company-names');
}

/** Returns a token for the current user. Simulates delays and failures if the developer has chosen them. */
export async function getToken(): Promise<string> {
  if (settings.slow) await new Promise(resolve => setTimeout(resolve, slowMs));
  if (settings.failing) throw Object.assign(new Error('Simulated failure.'), {status: 503});

  await loadUsers();
  const sub = currentUser()?.sub ?? '';
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
