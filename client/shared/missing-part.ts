import {html, nothing} from 'lit';

import type {SharedStrings} from '../localize/shared-strings.ts';
import type {Part} from './part.ts';

interface PartStrings extends Pick<SharedStrings, 'reasons' | 'retry'> {
  loadingPart: string;
}

/** Renders that a part of the element is loading, or why it could not be loaded, with a retry button. */
export function renderMissingPart({failure}: Part<unknown>, strings: PartStrings, retry: () => void) {
  return html`
    <p class="late" role="status">${failure ? nothing : strings.loadingPart}</p>
    <p role="alert">${failure && strings.reasons[failure]}</p>
    ${
      failure
        ? html`
            <div class="actions">
              <button class="button" part="button" type="button" @click=${retry}>${strings.retry}</button>
            </div>
          `
        : nothing
    }
  `;
}
