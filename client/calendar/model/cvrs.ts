/** The maximum number of companies that an element shows. */
export const maxCompanies = 50;

/** Returns the CVR numbers of an attribute, each once. */
export function parseCvrs(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

/** Returns the path of a company's deadlines, and of its link for calendar apps, in the API. */
export function companyPath(cvr: string): string {
  return `/calendar/1/virksomheder/${encodeURIComponent(cvr)}`;
}
