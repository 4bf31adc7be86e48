/** Names of companies by CVR number, as the page knows them. */
export type CompanyNames = Readonly<Record<string, string>>;

/** Returns the name of a company; without one, its CVR number as "CVR 12 34 56 78". @param names May come from an attribute. */
export function companyName(cvr: string, names: CompanyNames | null): string {
  const name: unknown = names && Object.hasOwn(names, cvr) ? names[cvr] : undefined;
  return typeof name === 'string' && name.trim() ? name : formatCvr(cvr);
}

/** Returns the name and the CVR number of a company, or the number alone. */
export function companyNameAndCvr(cvr: string, names: CompanyNames | null): string {
  const [name, number] = [companyName(cvr, names), formatCvr(cvr)];
  return name === number ? name : `${name} (${number})`;
}

/** The digits in pairs, which are not torn apart at the end of a line. */
function formatCvr(cvr: string): string {
  return `CVR ${cvr.replaceAll(/\d\d(?=\d)/g, '$& ')}`.replaceAll(' ', '\u00a0');
}
