import {html} from 'lit';

import {type Heading, renderHeading} from '../../shared/heading.ts';

/** Renders that there is nothing to show. */
export function renderEmpty(heading: Heading, hint: string) {
  return html`
    <div class="empty" part="empty">
      ${renderHeading(heading)}
      <p>${hint}</p>
    </div>
  `;
}
