import {css} from 'lit';

/** The light colours of the tokens, for browsers without `light-dark()`: Chrome 122, Firefox 119, Safari 17.4 and older. */
export const lightColours = css`
  @supports not (color: light-dark(#000, #fff)) {
    :host {
      --_primary: var(--tavle-color-primary, #0059b3);
      --_on-primary: var(--tavle-color-on-primary, #fff);
      --_text: var(--tavle-color-text, #1a1a1a);
      --_text-secondary: var(--tavle-color-text-secondary, #5c5c5c);
      --_surface: var(--tavle-color-surface, #fff);
      --_surface-muted: var(--tavle-color-surface-muted, #f5f5f5);
      --_border: var(--tavle-color-border, #dcdcdc);
      --_border-strong: var(--tavle-color-border-strong, #707070);
      --_error: var(--tavle-color-error, #c00);
      --_error-surface: var(--tavle-color-error-surface, #ffe0e0);
      --_warning-surface: var(--tavle-color-warning-surface, #ffeccc);
      --_focus-ring: var(--tavle-focus-ring, 3px solid #454545);
    }
  }
`;
