/** The Danish texts for several companies, loaded with their code. Those of dialogs are in `da-dialogs.ts`. */
export const da = {
  /** Some companies are missing; `others` is the number of unnamed ones. A reason follows. */
  companiesFailed: (names: string, others: number) =>
    `Frister for ${others ? `${names} og ${others.toLocaleString('da')} ${others === 1 ? 'anden' : 'andre'}` : names} kunne ikke hentes.`,
  company: 'Virksomhed',
  allCompanies: 'Alle virksomheder',
  companiesOmitted: (shown: number, omitted: number) =>
    `Kalenderen viser de første ${shown} virksomheder. ${omitted.toLocaleString('da')} er ikke med.`,
  printedOnCompanies: (companies: string, date: string) => `Virksomheder: ${companies}. Udskrevet ${date}.`,
};
