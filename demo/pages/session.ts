// The signed-in user of the demo's pages, and the tokens, for `elements.ts`, `apps.ts` and the panel. A portal has its
// own code for this. You can change when tokens are renewed. Never return one user's token for another.
import type {GetToken} from '../../client/index.ts';
import type {DemoToken, DemoUser} from '../issuer.ts';
import {fetchJson, simulateFailures} from './requests.ts';
import {notify, settings, watch} from './settings.ts';

/** A token that expires within this time is renewed. */
const leewaySeconds = 30;

/** The users; none until they are loaded. */
export let users: readonly DemoUser[] = [];
let loading: Promise<void> | undefined;
const tokens = new Map<string, DemoToken>();

/** Loads the users once, and again after a failure. */
export function loadUsers(): Promise<void> {
  return (loading ??= fetchJson<DemoUser[]>('users').then(
    loaded => {
      users = loaded;
      notify();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));
}

/** Returns the current user; `undefined` until the users are loaded. */
export function currentUser(): DemoUser | undefined {
  return users.find(({sub}) => sub === settings.user) ?? users[0];
}

/** Returns the companies whose deadlines a user sees, as attributes of an element, with names if there are several. */
export function companyAttributes(user: DemoUser): {cvr: string; names: string | undefined} {
  const companies = user.klienter ?? [user];
  const names = Object.fromEntries(companies.map(({cvr, virksomhed}) => [cvr, virksomhed]));
  return {
    cvr: companies.map(({cvr}) => cvr).join(' '),
    names: companies.length > 1 ? JSON.stringify(names) : undefined,
  };
}

/** Shows the companies of the current user in a calendar, also when the user changes. */
export function showCompanies(calendar: HTMLElement): void {
  let shown: DemoUser | undefined;
  watch(() => {
    const user = currentUser();
    if (!user || user === shown) return;
    shown = user;
    const {cvr, names} = companyAttributes(user);
    calendar.setAttribute('cvr', cvr);
    if (names === undefined) calendar.removeAttribute('names');
    else calendar.setAttribute('names', names);
  });
}

/** Returns a token for the current user. */
export const getToken: GetToken = async () => {
  await loadUsers();
  return tokenOf(currentUser()?.sub ?? '');
};

/** Returns a token for a person, unless the page simulates failures. */
export async function tokenOf(sub: string): Promise<string> {
  await simulateFailures();
  const known = tokens.get(sub);
  if (known && known.expires - leewaySeconds > Date.now() / 1000) return known.token;
  const fresh = await fetchJson<DemoToken>('token', {sub});
  tokens.set(sub, fresh);
  return fresh.token;
}
