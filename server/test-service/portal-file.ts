/** Invented organisations with valid CVR numbers. */
export const testAuthority = {cvr: '99999918', navn: 'Testmyndigheden'};
export const testSupplier = {cvr: '99999926', navn: 'Testleverandøren'};
export const testCompany = {cvr: '99999934', navn: 'Testvirksomheden'};

/** The portal file of a test service: an example of each item. */
export const testPortalFile = {
  portal: {navn: 'Testportalen', url: 'https://localhost:8443'},
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'formularer', tilstand: 'deactive'},
  ],
  myndigheder: [{myndighedsid: 1, forkortelse: 'TEST', ...testAuthority, type: 'stat'}],
  leverandoerer: [{...testSupplier, paaVegneAf: []}],
  formularmastre: [{id: 1, titel: 'Testformular', publiceringsdato: '2025-01-01'}],
  antalVirksomheder: 1000,
};
