/** What the panel shows of the elements' manifest, put in by the build. */
declare const __ELEMENTS__: {
  /** The attributes of each element with the TypeScript types of their properties. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The names of all events. */
  readonly events: readonly string[];
};
