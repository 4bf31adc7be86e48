/** A word that is wider than a page of 320 px, for the states of the elements: it must not widen the page. */
export const longestWord = 'Arbejdsskadeforsikringsanmeldelsesfristovervågningsbekendtgørelsesudstedelse';
