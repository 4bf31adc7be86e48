import type {IntroPage} from '../../api/responses.ts';

/** How a form is started. */
export interface Start {
  readonly url: string;
  /** Whether it is shown in a frame; otherwise it is a link. */
  readonly isFramed: boolean;
}

/**
 * Returns how a form is started; `undefined` if it has no URL. One that requires login starts at the portal's login, which is a link whatever
 * its type: login pages refuse to be framed. External forms, framesets and `aktiv-top` are links.
 */
export function startOf({kraeverSSO, loesningsUrl, urlProd, formularType}: IntroPage): Start | undefined {
  if (kraeverSSO && loesningsUrl) return {url: loesningsUrl, isFramed: false};
  return urlProd ? {url: urlProd, isFramed: formularType.startsWith('integration-iframe')} : undefined;
}
