type Entries = Readonly<Record<string, unknown>>;
type TextFunction = (...values: unknown[]) => unknown;

/**
 * Returns built-in texts with a page's replacements. Ignores a replacement of another type, and uses the built-in text where a function of
 * the page throws or does not return a text. Keeps texts that only other code of the element knows.
 *
 * @param onInvalid Called with the name of an ignored replacement.
 */
export function mergeTexts<Texts extends object, Replacements extends object>(
  texts: Texts,
  replacements: Replacements,
  onInvalid?: (name: string) => void,
): Texts & Replacements {
  const merged: Record<string, unknown> = {...(replacements as Entries), ...(texts as Entries)};
  for (const [name, text] of Object.entries<unknown>(replacements as Entries)) {
    const builtIn = (texts as Entries)[name];
    if (builtIn === undefined || text === undefined) continue;
    if (typeof text !== typeof builtIn || text === null) onInvalid?.(name);
    else if (typeof text === 'function') merged[name] = guard(text as TextFunction, builtIn as TextFunction);
    else merged[name] = typeof text === 'object' ? mergeTexts(builtIn as Entries, text, onInvalid) : text;
  }
  return merged as Texts & Replacements;
}

function guard(replace: TextFunction, builtIn: TextFunction): TextFunction {
  return (...values) => {
    try {
      const text = replace(...values);
      if (typeof text === 'string') return text;
    } catch {
      // The page's own code has failed.
    }
    return builtIn(...values);
  };
}
