/** The texts that only several companies need in Danish, which are loaded for them; those of dialogs are loaded with the dialogs. */
export const da = {
  /** Some of several companies are missing; `others` is the number of those that are not named. A reason follows. */
  companiesFailed: (names: string, others: number) =>
    `Frister for ${others ? `${names} og ${others.toLocaleString('da')} ${others === 1 ? 'anden' : 'andre'}` : names} kunne ikke hentes.`,
  company: 'Virksomhed',
  allCompanies: 'Alle virksomheder',
  companiesOmitted: (shown: number, omitted: number) =>
    `Kalenderen viser de første ${shown} virksomheder. ${omitted.toLocaleString('da')} er ikke med.`,
  printedOnCompanies: (companies: string, date: string) => `Virksomheder: ${companies}. Udskrevet ${date}.`,
};
