/** The maximum number of companies that an element shows. */
export const maxCompanies = 50;

/** Returns the CVR numbers of a text, each once. */
export function parseCvrs(text: string): string[] {
  return [...new Set(findCvrs(text))];
}

/** Returns the CVR numbers of a text: eight digits each, with white space, points or hyphens between them. */
export function findCvrs(text: string): string[] {
  const found: string[] = [];
  for (const run of text.match(/\d[\d\s.-]*/g) ?? []) {
    const groups = run.match(/\d+/g) ?? [];
    for (let first = 0; first < groups.length;) {
      let [cvr, next] = ['', first];
      while (cvr.length < 8 && next < groups.length) cvr += groups[next++] ?? '';
      if (cvr.length === 8) found.push(cvr);
      first = cvr.length === 8 ? next : first + 1;
    }
  }
  return found;
}

/** Returns the path of a company's deadlines, and of its link for calendar apps, in the API. */
export function companyPath(cvr: string): string {
  return `/calendar/1/virksomheder/${encodeURIComponent(cvr)}`;
}
