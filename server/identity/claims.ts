/**
 * Finds a claim by its name. A name with dots also finds a value in nested objects, as in `realm_access.roles` of Keycloak; the claim with the
 * literal name wins, at each level.
 */
export function findClaim(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  if (Object.hasOwn(claims, name)) return (claims as Record<string, unknown>)[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = name.slice(0, dot);
    if (!Object.hasOwn(claims, outer)) continue;
    const found = findClaim((claims as Record<string, unknown>)[outer], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Eight digits, as identity providers write them: alone, in groups, and with the country code of a VAT number. */
const writtenCvr = /^\s*(?:DK[\s-]?)?(\d{2}(?:\s?\d{2}){3})\s*$/i;

/** Returns the eight digits of `12345674`, `12 34 56 74` or `DK-12345674`; `undefined` for other texts. */
export function parseCvrClaim(text: string): string | undefined {
  return writtenCvr.exec(text)?.[1]?.replace(/\s/g, '');
}
