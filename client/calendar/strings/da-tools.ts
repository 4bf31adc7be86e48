/** The Danish texts of the filter's choices and of the print view, loaded with their code. */
export const da = {
  authority: 'Myndighed',
  allAuthorities: 'Alle myndigheder',
  unreadOnly: 'Kun ulæste',
  withHidden: 'Vis også skjulte',

  /** Heading on paper. */
  printedPeriod: (from: string, to: string) => `Frister ${from} – ${to}`,
  printedOn: (cvr: string, date: string) => `CVR-nummer ${cvr}. Udskrevet ${date}.`,
  /** `choices`: the filter in words. */
  printedFilter: (choices: string) => `Filter: ${choices}.`,
  printedDate: 'Senest',
  printedDeadline: 'Frist',
  nonePrinted: 'Ingen frister.',
};
