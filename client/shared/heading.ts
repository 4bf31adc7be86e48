import {html, nothing} from 'lit';

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** The number of items below it. */
  readonly count?: number;
  readonly id?: string;
}

/** Renders a heading that can be focused. The `part` names are public. */
export function renderHeading({level, text, count, id}: Heading) {
  return html`
    <div id=${id ?? nothing} class="heading" part="heading" role="heading" aria-level=${level} tabindex="-1">
      ${text} ${count === undefined ? nothing : html`<span class="count" part="count">${count}</span>`}
    </div>
  `;
}
