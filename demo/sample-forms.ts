/** The body of a form variant, without the URL of its solution. */
interface SampleForm {
  readonly egetId: string;
  readonly [field: string]: unknown;
}

const lawUrl = 'https://www.retsinformation.dk/';

/** Variants of interface A, published by municipalities. */
export const municipalForms: readonly SampleForm[] = [
  {
    egetId: 'jord-1',
    masterId: 30272,
    titel: 'Anmeld jordflytning',
    valgteMyndigheder: [760, 492],
    kortBeskrivelse: 'Anmeld, at jord skal køres væk fra en forurenet eller områdeklassificeret grund.',
    beskrivelse:
      '<p>Kommunen skal kende jordens vej, <strong>før den første lastbil kører</strong>. Du får svar inden for fire uger.</p>',
    forudsaetninger:
      '<ul><li>Matrikelnummer eller adresse</li><li>Analyser af jorden, højst et år gamle</li><li>Modtageanlæggets navn</li></ul>',
    trin: 'Vælg grunden på kortet\nVedhæft analyserne\nAngiv mængde, transportør og modtager\nSend anmeldelsen',
    hjaelp: 'Ring til kommunens jordteam, hvis der dukker forurening op under arbejdet.',
    urlTilLovstof: lawUrl,
    urlTilVejledning: 'https://mst.dk/',
    startKnapTekst: 'Anmeld flytning',
    forslagTilSoegeord: 'forurening, byggegrund, deponi, overskudsjord',
  },
  {
    egetId: 'grav-1',
    masterId: 30233,
    titel: 'Ansøg om gravetilladelse',
    valgteMyndigheder: [101, 751],
    kortBeskrivelse: 'Få lov til at grave i vej, cykelsti eller fortov.',
    beskrivelse: '<p>Ansøg senest <strong>ti arbejdsdage</strong>, før I begynder at grave.</p>',
    forudsaetninger: '<ul><li>Ledningsoplysninger fra LER</li><li>Plan for afmærkning</li></ul>',
    trin: 'Tegn området ind på kortet\nAngiv periode og afmærkning\nSend ansøgningen',
    hjaelp: 'Ved akutte brud på ledninger: Grav først, og ansøg den samme dag.',
    urlTilLovstof: lawUrl,
    startKnapTekst: 'Ansøg',
    forslagTilSoegeord: 'vejarbejde, opgravning, fortov, ledning',
    kraeverSSO: true,
  },
  {
    egetId: 'plan-1',
    masterId: 30401,
    titel: 'Ansøg om dispensation',
    publiceringsdato: '2030-01-01',
    valgteMyndigheder: [101],
  },
  {
    egetId: 'gl-1',
    masterId: 5344,
    titel: 'Anmeld midlertidigt arrangement',
    publiceringsdato: '2015-01-01',
    valgteMyndigheder: [461],
  },
];

export const deletedForm: SampleForm = {
  egetId: 'hund-1',
  masterId: 30512,
  titel: 'Anmeld hund i butik',
  valgteMyndigheder: [101],
};

const expectations = {
  forventetDigital: 2,
  forventetIdriftSat: 2,
  forventetTilgaengelig: 2,
  forventetIntegreret: 2,
};

/** Variants of interface B, published by state authorities. */
export const stateForms: readonly SampleForm[] = [
  {
    ...expectations,
    egetId: 'udstationering-1',
    udstillere: 'ERST',
    titel: 'Anmeld udstationerede medarbejdere',
    publiceringsdato: '2026-01-01',
    kortBeskrivelse: 'For virksomheder i udlandet, der sender medarbejdere til Danmark.',
    beskrivelse:
      '<p>Anmeld arbejdet, <strong>senest når det begynder</strong>. Ændringer anmeldes senest den første hverdag efter.</p>',
    forudsaetninger:
      '<ul><li>Virksomhedens navn og adresse i hjemlandet</li><li>Arbejdsstedets adresse</li><li>Medarbejdernes navne og perioder</li></ul>',
    trin: 'Log på\nAngiv virksomhed og arbejdssted\nTilføj medarbejdere\nSend, og gem kvitteringen',
    kontaktInformation:
      '<p>Ring på <a href="tel:+4535291000">35 29 10 00</a>, mandag til torsdag kl. 9-16.</p>',
    urlTilLovstof: [{titel: 'Lov om udstationering af lønmodtagere', url: lawUrl}],
    urlTilVejledning: 'https://erhvervsstyrelsen.dk/',
    formularType: 'integration-ekstern-link',
    startKnapTekst: 'Anmeld medarbejdere',
    kraeverSSO: true,
    eidPersonLinkProd: 'https://eid.example.dk/person',
    eidVirksomhedLinkProd: 'https://eid.example.dk/virksomhed',
    forslagTilSoegeord: 'RUT, udenlandsk arbejdskraft, tjenesteydelse',
  },
  {
    ...expectations,
    egetId: 'emballage-1',
    udstillere: 'MST',
    titel: 'Beregn bidrag for emballage',
    publiceringsdato: '2026-01-01',
    kortBeskrivelse: 'Se, hvad I skal betale for den emballage, som I sætter på markedet.',
    forudsaetninger: '<p>Vægten af årets emballage, fordelt på materialer.</p>',
    trin: 'Vælg materialer\nAngiv vægt i kg\nSe bidraget',
    urlTilLovstof: [{titel: 'Emballagebekendtgørelsen', url: lawUrl}],
    formularType: 'integration-iframe-960-uden-titel',
    startKnapTekst: 'Beregn bidraget',
    forslagTilSoegeord: 'producentansvar, pap, plast, affald',
  },
];
