/** The companies of the demo, by CVR number. They are invented; the numbers pass the CVR check. */
export const companies = {
  bakery: {cvr: '12345674', virksomhed: 'Havblik Bageri ApS'},
  machines: {cvr: '44556677', virksomhed: 'Rørbæk Specialmaskiner A/S'},
  boats: {cvr: '11223346', virksomhed: 'Ærø Bådudlejning I/S'},
} as const;
