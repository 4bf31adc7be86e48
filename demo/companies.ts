// The fictional companies of the demo, for its users (`issuer.ts`), deadlines and mails. You can add one. Keep the
// numbers: `pages/companies.json`, examples in the manual and tests in `e2e` contain them. A CVR number must pass the
// modulus 11 check.
export const companies = {
  bakery: {cvr: '12345674', virksomhed: 'Havblik Bageri ApS'},
  machines: {cvr: '44556677', virksomhed: 'Rørbæk Specialmaskiner A/S'},
  boats: {cvr: '11223346', virksomhed: 'Ærø Bådudlejning I/S'},
} as const;

/** The other companies of the bookkeeper. Each has the deadlines of one of the companies above: small, large and half-yearly VAT in turn. */
const others = [
  {cvr: '31000149', virksomhed: 'Aalborg Cykler ApS'},
  {cvr: '31000289', virksomhed: 'Bakkegårdens Mejeri A/S'},
  {cvr: '31000432', virksomhed: 'Brønshøj Tandklinik I/S'},
  {cvr: '31000572', virksomhed: 'Dragør Fiskehandel ApS'},
  {cvr: '31000718', virksomhed: 'Ebeltoft Feriehuse ApS'},
  {cvr: '31000858', virksomhed: 'Fanø Glaskunst'},
  {cvr: '31000998', virksomhed: 'Gilleleje Marineservice A/S'},
  {cvr: '31001137', virksomhed: 'Grenaa Stilladser ApS'},
  {cvr: '31001277', virksomhed: 'Hedensted Smede og VVS A/S'},
  {cvr: '31001420', virksomhed: 'Hobro Boghandel ApS'},
  {cvr: '31001560', virksomhed: 'Holstebro Transport A/S'},
  {cvr: '31001706', virksomhed: 'Ishøj Rengøring ApS'},
  {cvr: '31001846', virksomhed: 'Jels Vandværk'},
  {cvr: '31001986', virksomhed: 'Kerteminde Bådeværft A/S'},
  {cvr: '31002125', virksomhed: 'Korsør Murerforretning ApS'},
  {cvr: '31002265', virksomhed: 'Lemvig Elservice ApS'},
  {cvr: '31002419', virksomhed: 'Middelfart Optik I/S'},
  {cvr: '31002559', virksomhed: 'Nexø Røgeri ApS'},
  {cvr: '31002699', virksomhed: 'Nykøbing Malerfirma ApS'},
  {cvr: '31002842', virksomhed: 'Odder Planteskole'},
  {cvr: '31002982', virksomhed: 'Præstø Kaffebrænderi ApS'},
  {cvr: '31003121', virksomhed: 'Ribe Bogtryk A/S'},
  {cvr: '31003261', virksomhed: 'Skagen Ishus I/S'},
  {cvr: '31003407', virksomhed: 'Struer Lydteknik A/S'},
  {cvr: '31003547', virksomhed: 'Tønder Vognmandsforretning ApS'},
  {cvr: '31003687', virksomhed: 'Viborg Revisionshus ApS'},
  {cvr: '31003830', virksomhed: 'Ærøskøbing Brugsforening'},
] as const;

const everyThird = (first: number) => others.filter((_, index) => index % 3 === first);

/** The companies of each kind, by the company above that has the same deadlines. */
export const companiesLike = {
  bakery: [companies.bakery, ...everyThird(0)],
  machines: [companies.machines, ...everyThird(1)],
  boats: [companies.boats, ...everyThird(2)],
};

/** The 30 companies of the bookkeeper. */
export const clients = [...Object.values(companies), ...others];
