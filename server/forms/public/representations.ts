import type {Authority, Portal} from '../../portal/portal.ts';
import {toVariantV2} from '../parse-variant.ts';
import {formUrl, solutionUrl} from '../representations.ts';
import {exhibitorsOf, type Variant} from '../variant.ts';
import type {FormQuery, FoundForms} from './catalogue.ts';
import {writeCursor} from './query.ts';
import type {FormList, IntroPage, PublicAuthority} from './schema.ts';

export function toAuthority({forkortelse, navn, type, kommunekode}: Authority): PublicAuthority {
  return {forkortelse, navn, type, kommunekode: kommunekode ?? null};
}

export function toFormList(
  {total, page, hasMore}: FoundForms,
  {authority, municipality}: FormQuery,
  portal: Portal,
): FormList {
  const last = page.at(-1);
  return {
    antal: total,
    naeste: hasMore && last ? writeCursor(last) : null,
    formularer: page.flatMap(({form}) => {
      const exhibitors = exhibitorsOf(form, portal);
      const isNamed = ({forkortelse, kommunekode}: Authority) =>
        (authority === undefined || forkortelse === authority) &&
        (municipality === undefined || kommunekode === municipality);
      const shown = exhibitors.find(isNamed) ?? exhibitors[0];
      if (!shown) return [];
      return {
        titel: form.fields.titel,
        kortBeskrivelse: form.fields.kortBeskrivelse ?? null,
        myndighed: toAuthority(shown),
        antalMyndigheder: exhibitors.length,
        permalink: form.permalink,
        url: formUrl(portal, shown, form.permalink),
      };
    }),
  };
}

/** Lists every public field, so that new fields are internal by default. */
export function toIntroPage(variant: Variant, authority: Authority, portal: Portal): IntroPage {
  const fields = toVariantV2(variant, portal);
  const {permalink} = variant;
  return {
    titel: variant.fields.titel,
    kortBeskrivelse: fields.kortBeskrivelse ?? null,
    beskrivelse: fields.beskrivelse ?? null,
    forudsaetninger: fields.forudsaetninger ?? null,
    trin: linesOf(fields.trin ?? ''),
    kontaktInformation: fields.kontaktInformation ?? null,
    hjaelp: fields.hjaelp ?? null,
    fritekst1: fields.fritekst1 ?? null,
    fritekst2: fields.fritekst2 ?? null,
    fritekst3: fields.fritekst3 ?? null,
    urlTilLovstof: fields.urlTilLovstof ?? [],
    urlTilVejledning: fields.urlTilVejledning ?? null,
    skabelon: fields.skabelon ?? null,
    formularType: variant.fields.formularType,
    aktivTopIntegrationsform: fields.aktivTopIntegrationsform ?? null,
    urlProd: fields.urlProd ?? null,
    kraeverSSO: fields.kraeverSSO ?? false,
    loesningsUrl: solutionUrl(portal, authority, permalink),
    eidPersonLinkProd: toWebUrl(fields.eidPersonLinkProd),
    eidVirksomhedLinkProd: toWebUrl(fields.eidVirksomhedLinkProd),
    ssiLinkProd: toWebUrl(fields.ssiLinkProd),
    startKnapTekst: fields.startKnapTekst ?? null,
    myndighed: toAuthority(authority),
    permalink,
    url: formUrl(portal, authority, permalink),
  };
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** Returns a login link if it is an http or https URL: suppliers may write anything there, such as `javascript:`. */
function toWebUrl(text: string | null | undefined): string | null {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
