import {Api, ApiError, type GetToken, personOf, readToken} from '../../api/api.ts';
import {SessionController} from './session.ts';

/** The minimum time between two checks of new functions. */
const checkIntervalMs = 1_000;

interface Person {
  /** Identifies the person; `undefined` before the first token. */
  id?: string;
  /** The last function whose token was of the person. */
  getToken?: GetToken | undefined;
}

/** The session of one person. Restarts its element when a new `getToken` returns the token of another person. */
export class PersonSession extends SessionController {
  #person: Person = {};
  /** The last function that was checked, or is going to be. */
  #seen: GetToken | undefined;
  #nextCheck = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override resetIfChanged(): void {
    super.resetIfChanged();
    const {getToken} = this.context;
    if (getToken === this.#seen) return;
    this.#seen = getToken;
    clearTimeout(this.#timer);
    const delay = Math.max(0, this.#nextCheck - performance.now());
    this.#timer = setTimeout(() => void this.#check(), delay);
  }

  protected override createApi(url: string): Api {
    const person: Person = {};
    this.#person = person;
    this.#seen = this.context.getToken;
    return new Api(url, () => this.#requestToken(person));
  }

  /** Requests a token from a new function. Reloads the element if nobody was signed in before. */
  async #check(): Promise<void> {
    const {api} = this;
    if (!this.host.isConnected || !api) return;
    this.#nextCheck = performance.now() + checkIntervalMs;
    const isFirst = api.isSignedOut || this.#person.id === undefined;
    // Requests report a failure.
    const token = await this.#requestToken(this.#person).catch(() => undefined);
    if (isFirst && token && api === this.api) void this.host.refresh();
  }

  /** Returns a token. @throws {ApiError} As {@link readToken}; with status 0 for the token of another person. */
  async #requestToken(person: Person): Promise<string> {
    const getToken = this.host.getToken ?? this.context.getToken;
    const token = await readToken(getToken);
    if (getToken === person.getToken) return token;
    const id = personOf(token);
    if (id !== (person.id ?? id)) {
      if (person === this.#person) this.restart();
      throw new ApiError(0, 'Another person has signed in.');
    }
    Object.assign(person, {id, getToken});
    return token;
  }
}
