import type {IntroPage} from '../../api/responses.ts';

export interface Start {
  readonly url: string;
  /** Whether the form opens in a frame; otherwise it is a link. */
  readonly isFramed: boolean;
}

/**
 * Returns how a form is started; `undefined` if it has no URL. A form that requires login links to the portal's login, since login pages refuse
 * to be framed. External forms, framesets and `aktiv-top` are links.
 */
export function startOf({kraeverSSO, loesningsUrl, urlProd, formularType}: IntroPage): Start | undefined {
  if (kraeverSSO && loesningsUrl) return {url: loesningsUrl, isFramed: false};
  return urlProd ? {url: urlProd, isFramed: formularType.startsWith('integration-iframe')} : undefined;
}
