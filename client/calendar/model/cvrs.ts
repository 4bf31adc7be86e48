/** The maximum number of companies that an element shows. */
export const maxCompanies = 50;

/** Returns the CVR numbers of a text, each once. */
export function parseCvrs(text: string): string[] {
  return [...new Set(findCvrs(text))];
}

/** Returns the CVR numbers of a text: eight digits each, with white space, points or hyphens between them. */
export function findCvrs(text: string): string[] {
  return (text.match(/(?<!\d)(?:\d[\s.-]*){8}(?!\d)/g) ?? []).map(cvr => cvr.replace(/\D/g, ''));
}

/** Returns the path of a company's deadlines, and of its link for calendar apps, in the API. */
export function companyPath(cvr: string): string {
  return `/calendar/1/virksomheder/${encodeURIComponent(cvr)}`;
}
