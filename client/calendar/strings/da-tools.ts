/** The texts of the filter's choices and of what is printed in Danish, which are loaded with them. */
export const da = {
  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  withHidden: 'Vis også skjulte',

  /** Heading on paper. */
  printedPeriod: (from: string, to: string) => `Frister ${from} – ${to}`,
  printedOn: (cvr: string, date: string) => `CVR-nummer ${cvr}. Udskrevet ${date}.`,
  /** `choices` are those of the filter. */
  printedFilter: (choices: string) => `Filter: ${choices}.`,
  printedDate: 'Senest',
  printedDeadline: 'Frist',
  nonePrinted: 'Ingen frister.',
};
