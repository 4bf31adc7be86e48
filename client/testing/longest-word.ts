/** A word that is wider than a page of 320 px. */
export const longestWord = 'Arbejdsskadeforsikringsanmeldelsesfristovervågningsbekendtgørelsesudstedelse';
