import type {Portal} from '../portal/portal.ts';
import {formatDate} from '../time/dates.ts';
import type {Frist} from './records.ts';
import type {FristItem} from './responses.ts';

/** A deadline in an authority's list. */
export function toItem(frist: Frist, portal: Portal): FristItem {
  const {fristId, afsenderCvr, fristDato, overskrift, beskrivelse} = frist;
  // The stored name is for an authority that has left the portal file.
  const afsenderNavn = portal.authorities.get(afsenderCvr)?.navn ?? frist.afsenderNavn ?? afsenderCvr;
  return {fristId, afsenderCvr, afsenderNavn, fristDato: formatDate(fristDato), overskrift, beskrivelse};
}
