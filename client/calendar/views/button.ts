import {html, nothing} from 'lit';

export interface ButtonState {
  readonly kind?: 'primary' | 'quiet';
  /** Whether its action is running. */
  readonly isBusy?: boolean;
  /** Whether what it opens is shown. */
  readonly isExpanded?: boolean;
  /** Id of the text that describes it. */
  readonly describedBy?: string;
}

/** Renders a button of the calendar. Its `part` names are public. */
export function renderButton(
  text: string,
  act: (event: Event) => unknown,
  {kind, isBusy, isExpanded, describedBy}: ButtonState = {},
) {
  return html`
    <button
      class="button ${kind ?? ''}"
      part=${kind === 'primary' ? 'button button-primary' : 'button'}
      type="button"
      aria-disabled=${isBusy ?? nothing}
      aria-expanded=${isExpanded ?? nothing}
      aria-describedby=${describedBy ?? nothing}
      @click=${act}
    >
      ${text}
    </button>
  `;
}
