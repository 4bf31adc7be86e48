import {mkdtemp} from 'node:fs/promises';
import {join} from 'node:path';

import type {Browser, Engine} from './tab.ts';

/** The browsers that a worker has started, at most one of each engine. */
export class Browsers {
  readonly #directory: string;
  readonly #started = new Map<Engine, Promise<Browser>>();

  /** @param directory For their profiles. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Starts a browser, unless it runs. */
  of(engine: Engine): Promise<Browser> {
    const browser = this.#started.get(engine) ?? this.#start(engine);
    this.#started.set(engine, browser);
    return browser;
  }

  /** Closes a browser, if it runs. */
  async close(engine: Engine): Promise<void> {
    const browser = await this.#started.get(engine)?.catch(() => undefined);
    this.#started.delete(engine);
    await browser?.close();
  }

  async closeAll(): Promise<void> {
    for (const engine of this.#started.keys()) await this.close(engine);
  }

  async #start(engine: Engine): Promise<Browser> {
    return engine.start(await mkdtemp(join(this.#directory, 'profile-')));
  }
}
