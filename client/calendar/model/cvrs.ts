/** The maximum number of companies that an element shows. */
export const maxCompanies = 50;

/** Returns the CVR numbers of a text, each once. */
export function parseCvrs(text: string): string[] {
  return [...new Set(findCvrs(text))];
}

/**
 * Returns the CVR numbers of a text: groups of digits with eight together. Groups of a number are separated by white space, points or
 * hyphens; numbers by these, or by anything else.
 */
export function findCvrs(text: string): string[] {
  return text.split(/[^\d\s.-]+/).flatMap(part => {
    const cvrs: string[] = [];
    let cvr = '';
    for (const digits of part.split(/\D+/)) {
      cvr = cvr.length + digits.length > 8 ? digits : cvr + digits;
      if (cvr.length === 8) {
        cvrs.push(cvr);
        cvr = '';
      }
    }
    return cvrs;
  });
}

/** Returns the path of a company's deadlines, and of its link for calendar apps, in the API. */
export function companyPath(cvr: string): string {
  return `/calendar/1/virksomheder/${encodeURIComponent(cvr)}`;
}
