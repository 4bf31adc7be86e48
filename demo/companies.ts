/**
 * The fictional companies of the demo. Their CVR numbers pass the modulus 11 check. `pages/content/companies.json`, examples in the manual and
 * tests in `e2e` contain the same numbers.
 */
export const companies = {
  bakery: {cvr: '12345674', virksomhed: 'Havblik Bageri ApS'},
  machines: {cvr: '44556677', virksomhed: 'Rørbæk Specialmaskiner A/S'},
  boats: {cvr: '11223346', virksomhed: 'Ærø Bådudlejning I/S'},
} as const;
