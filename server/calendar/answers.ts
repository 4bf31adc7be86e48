/** A deadline in a list (interface C). */
export interface FristItem {
  readonly fristId: number;
  readonly afsenderCvr: string;
  readonly afsenderNavn: string;
  /** `dd-MM-yyyy` */
  readonly fristDato: string;
  readonly overskrift: string;
  /** The authority's markup. */
  readonly beskrivelse: string;
}

/** A company's deadline (interface E). */
export interface CompanyFristItem extends FristItem {
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}
