const actions = [
  'Anmeld',
  'Ansøg om',
  'Indberet',
  'Ændring af',
  'Afmeld',
  'Klage over',
  'Tilladelse til',
  'Registrering af',
];
const things =
  'byggeri jordflytning moms udstationering sygefravær affald støj vejarbejde udeservering alkoholbevilling fødevarevirksomhed dyrehold vandløb spildevand olietank nedrivning skiltning flexjob barselsdagpenge elevløn intrastat årsrapport ejerskifte fusion næringsbrev taxikørsel havneplads fiskeri kvælstof skovrejsning'.split(
    ' ',
  );
const endings = [
  'for virksomheder',
  'i kommunen',
  'efter loven',
  'med bilag',
  'uden bilag',
  'for selvstændige',
  'ved ophør',
];

/** The title of a form: words of Danish forms, and a unique number. @param {number} place */
export function titleOf(place) {
  const thing = things[Math.floor(place / actions.length) % things.length];
  const ending = endings[Math.floor(place / (actions.length * things.length)) % endings.length];
  return `${actions[place % actions.length]} ${thing} ${ending} ${place}`;
}

/** What people type: the beginning of a word, a word, several words in any order. @type {readonly string[]} */
export const searches = things.flatMap((thing, place) => {
  const action = actions[place % actions.length] ?? '';
  return [
    thing.slice(0, 4),
    thing,
    `${thing} ${action.toLowerCase()}`,
    `${thing} ${endings[place % endings.length]}`,
  ];
});

/** What costs most: letters that begin the most words, as many of them as count, and all forms. */
export const hostileSearches = ['a', 'a e i o u s t f', 'v f k s a b m i', ''];
