import type * as texts from './en.ts';

/** The English texts, loaded on first use since most pages are Danish. Shared by all elements of the page. */
export const english = {
  /** By feature; `undefined` until they are loaded. */
  texts: undefined as typeof texts | undefined,
  /** Whether the last attempt to load them failed. */
  hasFailed: false,
  /** Loads the texts. Does not throw. */
  async load(): Promise<void> {
    english.hasFailed = false;
    try {
      english.texts = await import('./en.ts');
    } catch {
      english.hasFailed = true;
    }
  },
};
