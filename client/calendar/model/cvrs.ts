/** The maximum number of companies that an element shows. */
export const maxCompanies = 50;

/** Returns the CVR numbers of an attribute, each once. */
export function parseCvrs(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}
