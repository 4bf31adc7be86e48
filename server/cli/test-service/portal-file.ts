/** Invented organisations with valid CVR numbers. */
export const testAuthority = {cvr: '99999918', navn: 'Testmyndigheden'};
export const testMunicipality = {cvr: '99999942', navn: 'Testkommunen', kommunekode: '999'};
export const testSupplier = {cvr: '99999926', navn: 'Testleverandøren'};
export const testCompany = {cvr: '99999934', navn: 'Testvirksomheden'};

/** Returns the portal file of a test service: an example of each item. */
export const testPortalFile = (port: number) => ({
  portal: {navn: 'Testportalen', url: `https://localhost:${port}`},
  apps: [
    {navn: 'frister', tilstand: 'active'},
    {navn: 'formularer', tilstand: 'deactive'},
  ],
  myndigheder: [
    {myndighedsid: 1, forkortelse: 'TEST', ...testAuthority, type: 'stat'},
    // Interface A publishes forms for municipalities only.
    {myndighedsid: 2, forkortelse: 'Testkommunen', ...testMunicipality, type: 'kommune'},
  ],
  leverandoerer: [{...testSupplier, paaVegneAf: []}],
  formularmastre: [{id: 1, titel: 'Testformular', publiceringsdato: '2025-01-01'}],
  antalVirksomheder: 1000,
});
