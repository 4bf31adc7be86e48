import {html, nothing} from 'lit';

import {type Heading, renderHeading} from './heading.ts';

/** Renders a text in place of missing content. The `part` names are public. */
export function renderEmpty(heading: Heading, hint: string, actions: unknown = nothing) {
  return html`
    <div class="empty" part="empty">
      ${renderHeading(heading)}
      <p>${hint}</p>
      ${actions}
    </div>
  `;
}
