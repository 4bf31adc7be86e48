type Texts = Record<string, unknown>;
type TextFunction = (...values: unknown[]) => unknown;

/**
 * Returns built-in texts with a page's replacements, also those that only other code of the element knows. Where a function of the page throws or
 * does not return a text, the built-in one is used.
 *
 * @param onInvalid Called with the name of a replacement of another type, which is ignored.
 */
export function mergeTexts<BuiltIn extends object, Replacements extends object>(
  texts: BuiltIn,
  replacements: Replacements,
  onInvalid?: (name: string) => void,
): BuiltIn & Replacements {
  const merged = {...texts} as Texts;
  for (const [name, text] of Object.entries<unknown>(replacements as Texts)) {
    const builtIn = merged[name] ?? text;
    if (text === undefined) continue;
    if (text === null || typeof text !== typeof builtIn) onInvalid?.(name);
    else if (typeof text === 'function' && text !== builtIn)
      merged[name] = guard(text as TextFunction, builtIn as TextFunction);
    else merged[name] = typeof text === 'object' ? mergeTexts(builtIn as Texts, text, onInvalid) : text;
  }
  return merged as BuiltIn & Replacements;
}

const guard =
  (replacement: TextFunction, builtIn: TextFunction): TextFunction =>
  (...values) => {
    try {
      const text = replacement(...values);
      if (typeof text === 'string') return text;
    } catch {
      // The page's own code has failed.
    }
    return builtIn(...values);
  };
