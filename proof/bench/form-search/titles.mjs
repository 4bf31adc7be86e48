// The titles and searches of the measurement, for `fills.mjs` and `measure.mjs`. A change affects all results.
const actions = 'Anmeld,Ansøg om,Indberet,Ændring af,Afmeld,Klage over,Tilladelse til,Registrering af'.split(
  ',',
);
const things =
  'byggeri jordflytning moms udstationering sygefravær affald støj vejarbejde udeservering alkoholbevilling fødevarevirksomhed dyrehold vandløb spildevand olietank nedrivning skiltning flexjob barselsdagpenge elevløn intrastat årsrapport ejerskifte fusion næringsbrev taxikørsel havneplads fiskeri kvælstof skovrejsning'.split(
    ' ',
  );
const endings =
  'for virksomheder,i kommunen,efter loven,med bilag,uden bilag,for selvstændige,ved ophør'.split(',');

/** Returns the title of a form: words of Danish forms, and a unique number. @param {number} index */
export function titleOf(index) {
  const thing = things[Math.floor(index / actions.length) % things.length];
  const ending = endings[Math.floor(index / (actions.length * things.length)) % endings.length];
  return `${actions[index % actions.length]} ${thing} ${ending} ${index}`;
}

/** Typical searches: the start of a word, a word, several words in any order. @type {readonly string[]} */
export const searches = things.flatMap((thing, index) => {
  const action = actions[index % actions.length] ?? '';
  return [
    thing.slice(0, 4),
    thing,
    `${thing} ${action.toLowerCase()}`,
    `${thing} ${endings[index % endings.length]}`,
  ];
});

/** The most expensive searches: frequent first letters, the maximum number of words, and all forms. */
export const hostileSearches = ['a', 'a e i o u s t f', 'v f k s a b m i', ''];
