/** Whom {@link Wishes} tells. */
export interface WishListener<Key, Wish> {
  /** Something that is shown has changed. */
  changed(): void;
  /** The service has stored a wish. */
  saved(key: Key, wish: Wish): void;
  /** A wish could not be stored; what is shown is as it was before. */
  failed(key: Key, wish: Wish, cause: unknown): void;
}

/** How many saves of each key had ended. */
type Moment<Key> = ReadonlyMap<Key, number>;

/** Why a save failed. */
interface Failure {
  readonly cause: unknown;
}

/**
 * What a person wishes and the service has not stored yet.
 *
 * Each key has at most one save under way. A wish that changes meanwhile is saved after it, also when that one failed, so
 * that the last wish reaches the service last.
 */
export class Wishes<Key, Wish> {
  readonly #put: (key: Key, wish: Wish) => Promise<void>;
  readonly #listener: WishListener<Key, Wish>;
  readonly #wishes = new Map<Key, Wish>();
  readonly #saving = new Set<Key>();
  readonly #saves = new Map<Key, number>();
  #stopped = false;

  /** @param put Saves one wish and takes over what the service has then; throws when it is not saved. */
  constructor(put: (key: Key, wish: Wish) => Promise<void>, listener: WishListener<Key, Wish>) {
    this.#put = put;
    this.#listener = listener;
  }

  get(key: Key): Wish | undefined {
    return this.#wishes.get(key);
  }

  /** Shows the wish at once and saves it. */
  add(key: Key, wish: Wish): void {
    this.#wishes.set(key, wish);
    this.#listener.changed();
    if (!this.#saving.has(key)) void this.#save(key);
  }

  /** To be asked for before something is read, for {@link isOutdated}. */
  moment(): Moment<Key> {
    return new Map(this.#saves);
  }

  /** Whether an answer that was asked for at this moment may lack what has been saved since. */
  isOutdated(key: Key, moment: Moment<Key>): boolean {
    return this.#saving.has(key) || this.#saves.get(key) !== moment.get(key);
  }

  /** Tells nothing more; saves that are under way still reach the service. */
  stop(): void {
    this.#stopped = true;
  }

  async #save(key: Key): Promise<void> {
    this.#saving.add(key);
    let wish = this.#wishes.get(key);
    while (wish !== undefined) {
      const failure = await this.#attempt(key, wish);
      this.#saves.set(key, (this.#saves.get(key) ?? 0) + 1);
      const isLatest = this.#wishes.get(key) === wish;
      if (isLatest) this.#wishes.delete(key);
      this.#tell(key, wish, failure, isLatest);
      wish = this.#wishes.get(key);
    }
    this.#saving.delete(key);
  }

  async #attempt(key: Key, wish: Wish): Promise<Failure | undefined> {
    try {
      await this.#put(key, wish);
      return undefined;
    } catch (cause) {
      return {cause};
    }
  }

  #tell(key: Key, wish: Wish, failure: Failure | undefined, isLatest: boolean): void {
    if (this.#stopped) return;
    if (!failure) this.#listener.saved(key, wish);
    else if (isLatest) this.#listener.failed(key, wish, failure.cause);
    this.#listener.changed();
  }
}
