import {html, nothing} from 'lit';

import {renderHeading} from '../../shared/heading.ts';
import type {IntroPage} from '../../api/responses.ts';
import type {FormStrings} from '../strings/da.ts';

/** The permissions of a framed solution, which can't navigate or access the page. */
const permissions =
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** Renders a solution in a frame, with its title if its type requires that. */
export function renderFrame(
  {titel, formularType}: IntroPage,
  url: string,
  level: number,
  strings: FormStrings,
) {
  // A same-origin frame could remove its sandbox.
  const isForeign = new URL(url).origin !== location.origin;
  // The type only allows a single permission.
  const sandbox = (isForeign ? `${permissions} allow-same-origin` : permissions) as 'allow-scripts';
  const hasTitle = formularType.endsWith('med-titel');
  return html`
    ${hasTitle ? html`<div lang="da">${renderHeading({level: level + 1, text: titel})}</div>` : nothing}
    <iframe
      part="frame"
      class=${`width-${/\d+/.exec(formularType)?.[0] ?? ''}`}
      title=${titel}
      lang="da"
      sandbox=${sandbox}
      src=${url}
    ></iframe>
    <p><a href=${url} target="_blank" rel="noopener">${strings.openInWindow}</a></p>
  `;
}
