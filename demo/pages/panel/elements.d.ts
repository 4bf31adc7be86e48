// The type of a constant, for `panel.ts`, `try.ts` and `code.ts`. `describeElements` in `demo/vite.config.ts` writes
// its value at each build: change both together.
declare const __ELEMENTS__: {
  /** The attributes of each element with the TypeScript types of their properties. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The names of the events of all elements. */
  readonly events: readonly string[];
};
