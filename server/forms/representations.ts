import type {Portal} from '../portal/portal.ts';
import {formatDatetime, type Instant} from '../time/datetime.ts';
import type {ItemV2, VariantV1, VariantV2} from './answers.ts';
import {asV2} from './contents.ts';
import {expectations} from './fields-v2.ts';
import {exhibitorsOf, isPublished, isUnpublished, type Variant, type VariantHead} from './variant.ts';

/** The part of a form's URL that stands for the kind of its authority. */
const segments = {stat: 'stat', kommune: 'kommuner', region: 'regioner'};

/** The read representation of interface A. */
export function toV1(variant: Variant, portal: Portal, now: Instant): VariantV1 {
  const {diaId, cvr, permalink, fields} = variant;
  return {
    diaId,
    name: fields.titel,
    afpubliceretPaaProduktion: isUnpublished(variant, portal, now),
    publiceretPaaProduktion: isPublished(variant, portal, now),
    publiceringsdato: moment(fields.publiceringsdato),
    formulartype: fields.formularType,
    leverandoer: (portal.suppliers.get(cvr) ?? portal.authorities.get(cvr))?.navn ?? cvr,
    loesningsmetode: variant.version === 2 ? (variant.fields.loesningsmetode ?? null) : null,
    permalink,
    udstillere: exhibitorsOf(variant, portal).map(authority => ({
      myndighedsid: authority.myndighedsid,
      myndighedsforkortelse: authority.forkortelse,
      myndighedsnavn: authority.navn,
      cvr: authority.cvr,
      myndighedstype: authority.type,
      kommunekode: authority.kommunekode ?? null,
      formUrl: below(
        portal,
        `/myndigheder/${segments[authority.type]}/${authority.forkortelse}/${permalink}`,
      ),
      kraeverSSO: fields.kraeverSSO ?? false,
      loesningsUrl: below(portal, `/nemlogin/login?f=/integration/${authority.forkortelse}/${permalink}`),
    })),
  };
}

/** A URL of the portal, or `null` where the portal file does not say where the portal is. */
function below({url}: Portal, path: string): string | null {
  return url === undefined ? null : url + path;
}

/** An item of interface B's list. */
export function toItemV2({diaId, cvr, egetId, fields}: VariantHead): ItemV2 {
  return {titel: fields.titel, diaId, egetId, path: addressV2({cvr, egetId})};
}

export function addressV2({cvr, egetId}: {cvr: string; egetId: string}): string {
  return `/dia/2/formular/${cvr}/${encodeURIComponent(egetId)}`;
}

/** The full form of interface B, with its two odd spellings. */
export function toV2(variant: Variant, portal: Portal): VariantV2 {
  const fields = asV2(variant, portal);
  return {
    diaId: variant.diaId,
    udstillere: fields.udstillere ?? null,
    titel: fields.titel ?? null,
    alternativeTitler: [],
    kortBeskrivelse: fields.kortBeskrivelse ?? null,
    beskrivelse: fields.beskrivelse ?? null,
    forudsaetninger: fields.forudsaetninger ?? null,
    trin: fields.trin ?? null,
    kontaktInformation: fields.kontaktInformation ?? null,
    urlTilLovstof: fields.urlTilLovstof ?? null,
    utlTilVejledning: fields.urlTilVejledning ?? null,
    skabelon: fields.skabelon?.toString() ?? null,
    fritekst1: fields.fritekst1 ?? null,
    fritekst2: fields.fritekst2 ?? null,
    fritekst3: fields.fritekst3 ?? null,
    hjaelp: fields.hjaelp ?? null,
    formularType: fields.formularType ?? null,
    aktivTopIntegrationsform: fields.aktivTopIntegrationsform ?? null,
    urlTest: fields.urlTest ?? null,
    urlProd: fields.urlProd ?? null,
    kraeverSSO: fields.kraeverSSO ?? false,
    eidPersonLinkTest: fields.eidPersonLinkTest ?? null,
    eidPersonLinkProd: fields.eidPersonLinkProd ?? null,
    eidVirksomhedLinkTest: fields.eidVirksomhedLinkTest ?? null,
    eidVirksomhedLinkProd: fields.eidVirksomhedLinkProd ?? null,
    ssiLinkTest: fields.ssiLinkTest ?? null,
    ssiLinkProd: fields.ssiLinkProd ?? null,
    startKnapTekst: fields.startKnapTekst ?? null,
    brugerdefineretJavascript: fields.brugerdefineretJavascript ?? null,
    forslagTilSoegeord: fields.forslagTilSoegeord ?? null,
    publiceringsdato: moment(fields.publiceringsdato),
    afpubliceringsdato: moment(fields.afpubliceringsdato),
    formOpgaveNoegler: fields.formOpgaveNoegler ?? null,
    loesningsmetode: fields.loesningsmetode ?? null,
    aarligeBlanketter: fields.aarligeBlanketter ?? null,
    aarligeDigitaleLoesninger: fields.aarligeDigitaleLoesninger ?? null,
    aarligeDigitaleLoesningerIntegreretPaaPortal: fields.aarligeDigitaleLoesningerIntegreretPaaPortal ?? null,
    aarligeSystemTilSystem: fields.aarligeSystemTilSystem ?? null,
    internKommentar: fields.internKommentar ?? null,
    obligatoriskDigital: fields.obligatoriskDigital ?? null,
    forventetDigital: expectation(fields.forventetDigital),
    forventetIdriftsat: expectation(fields.forventetIdriftSat),
    forventetTilgaengelig: expectation(fields.forventetTilgaengelig),
    forventetIntegreret: expectation(fields.forventetIntegreret),
  };
}

function expectation(number: number | undefined): (typeof expectations)[number] | null {
  return number === undefined ? null : (expectations[number - 1] ?? null);
}

function moment(instant: Instant | null | undefined): string | null {
  return typeof instant === 'number' ? formatDatetime(instant) : null;
}
