// Colours, fonts and lengths, for all elements and the demo's theme editor. You can change a default, or add a
// `--tavle-…` property with a `@cssprop` line. Do not rename these properties: portals set them. A change must keep the
// contrasts that `themes/contrast.ts` requires.

import {css, type CSSResult, unsafeCSS} from 'lit';

/** Returns the style sheet. Replaces `light-dark()` with the light colour in browsers that lack it: Chrome 122, Firefox 119, Safari 17.4 and older. */
export function withLightDarkFallback(sheet: CSSResult): CSSResult {
  const isKnown = !('CSS' in globalThis) || CSS.supports('color: light-dark(red, red)');
  return isKnown ? sheet : unsafeCSS(sheet.cssText.replace(/light-dark\((#\w+),[^()]*\)/g, '$1'));
}

/**
 * Gives private names, which always have a value, to the `--tavle-…` properties that a page can set. The defaults are those of Det Fælles
 * Designsystem (DKFDS 11.2), with two exceptions. Secondary text is darker, since it is also on coloured surfaces. A page whose `color-scheme`
 * is dark gets colours of at least the same contrast. Browsers without `light-dark()` get the light colours. Lengths are in `em`, since 1rem is
 * 10px on DKFDS pages.
 *
 * @cssprop --tavle-color-primary - Switches that are on, selected items, borders of buttons.
 * @cssprop --tavle-color-on-primary - Text and icons on the primary colour.
 * @cssprop --tavle-color-text - Text.
 * @cssprop --tavle-color-text-secondary - Secondary text.
 * @cssprop --tavle-color-surface - Cards, days, dialogs.
 * @cssprop --tavle-color-surface-muted - Counts, table headers, skeletons, switches that are off.
 * @cssprop --tavle-color-border - Borders of cards and days.
 * @cssprop --tavle-color-border-strong - Borders of controls.
 * @cssprop --tavle-color-error - The icon and border of errors.
 * @cssprop --tavle-color-error-surface - Background of errors.
 * @cssprop --tavle-color-link - Links in texts.
 * @cssprop --tavle-color-warning-surface - Background of a date that is near.
 * @cssprop --tavle-radius - Corner radius; one length with a unit.
 * @cssprop --tavle-radius-control - Corner radius of buttons and fields; one length with a unit.
 * @cssprop --tavle-border-width - Border width of fields, choices and secondary buttons; one length with a unit. Other buttons have 1 px more.
 * @cssprop --tavle-space - Padding and gaps; one length with a unit, preferably `em`.
 * @cssprop --tavle-heading-weight - Weight of headings.
 * @cssprop --tavle-shadow - Shadow of dialogs and of other content above the page.
 * @cssprop --tavle-focus-ring - Outline of the focused element.
 */
export const tokens = withLightDarkFallback(css`
  :host {
    --_primary: var(--tavle-color-primary, light-dark(#0059b3, #7ab8f5));
    --_on-primary: var(--tavle-color-on-primary, light-dark(#fff, #10243a));
    --_text: var(--tavle-color-text, light-dark(#1a1a1a, #f0f0f0));
    --_text-secondary: var(--tavle-color-text-secondary, light-dark(#5c5c5c, #bfbfbf));
    --_surface: var(--tavle-color-surface, light-dark(#fff, #1f1f1f));
    --_surface-muted: var(--tavle-color-surface-muted, light-dark(#f5f5f5, #2e2e2e));
    --_border: var(--tavle-color-border, light-dark(#dcdcdc, #454545));
    --_border-strong: var(--tavle-color-border-strong, light-dark(#8e8e8e, #a0a0a0));
    --_error: var(--tavle-color-error, light-dark(#c00, #ff9a94));
    --_error-surface: var(--tavle-color-error-surface, light-dark(#ffe0e0, #4a1f1f));
    --_link: var(--tavle-color-link, light-dark(#004d99, #7ab8f5));
    --_warning-surface: var(--tavle-color-warning-surface, light-dark(#ffeecc, #4d3a10));
    --_radius: var(--tavle-radius, 8px);
    --_radius-control: var(--tavle-radius-control, var(--_radius));
    --_border-width: var(--tavle-border-width, 1px);
    --_space: var(--tavle-space, 1em);
    --_heading-weight: var(--tavle-heading-weight, 600);
    /* The minimum size of click and touch targets. */
    --_target: 2.5em;
    /* For corners at a thick line, which a larger radius would bend. */
    --_radius-line: min(var(--_radius), 3px);
    --_shadow: var(--tavle-shadow, 0 4px 12px rgb(0 0 0 / 20%));
    --_focus-ring: var(--tavle-focus-ring, 3px solid light-dark(#454545, #f0f0f0));
  }
  @media (pointer: coarse) {
    :host {
      --_target: max(2.5em, 44px);
    }
  }
`);

/**
 * Styles of every shadow root, whose content is in `.root`. `dashboard.styles.ts` sets `--_distance`. Translators add `<font>`, which rendering
 * removes: a press that began on it would not become a click.
 *
 * The content of a container for queries does not determine its width. Where the page's layout asks for a width of the content (flex items,
 * centred items, floats, table cells), an element prefers 60em and needs at most 18em: `.root` has the smaller width, and a track of `::before`
 * the larger one. If the page makes the two items of a row, `::before` shrinks.
 */
export const base = css`
  :host {
    display: block;
    min-inline-size: 0;
    max-inline-size: 100%;
    margin-block: var(--_distance, 1.5em);
    color: var(--_text);
    line-height: 1.5;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(0, 60em);
    flex-shrink: 1000000;
  }
  .root {
    container-type: inline-size;
    contain-intrinsic-inline-size: 18em;
    inline-size: 100%;
    min-inline-size: 0;
    text-align: start;
    text-indent: 0;
    white-space: normal;
  }
  :is(a, button, label) font {
    pointer-events: none;
  }
  :host([hidden]:not([hidden='until-found' i])),
  [hidden] {
    display: none !important;
  }
  :host([popover]) {
    margin-block: auto;
  }
  :host([popover]:not(:popover-open)) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  p,
  [role='heading'] {
    margin: 0;
  }
  [role='heading'] {
    font-weight: var(--_heading-weight);
    line-height: 1.25;
  }
  :focus-visible {
    outline: var(--_focus-ring);
    outline-offset: 1px;
  }
  [tabindex='-1']:focus:not(:focus-visible) {
    outline: none;
  }
  /* Buttons look like the text around them, unless a class says otherwise. */
  button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .button {
    min-block-size: var(--_target);
    padding: 0.375em calc(var(--_space) - 2px);
    border: calc(var(--_border-width) + 1px) solid var(--_primary);
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: var(--_text);
    font-weight: 600;
  }
  .empty,
  .failure {
    position: relative;
    display: grid;
    justify-items: start;
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space) calc(var(--_space) * 1.5);
    border-radius: var(--_radius);
  }
  /* An alert of DKFDS. Its line follows the corners. */
  .failure,
  .notice.failed {
    background: var(--_error-surface);
    overflow: clip;
  }
  :is(.failure, .notice.failed)::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    border-inline-start: 4px solid var(--_error);
  }
  .button:hover,
  .icon-button:hover {
    background: var(--_surface-muted);
  }
  .button.primary {
    background: var(--_primary);
    color: var(--_on-primary);
  }
  .button.primary:hover {
    text-decoration: underline;
  }
  .button.quiet {
    border: var(--_border-width) solid var(--_border-strong);
    font-weight: 400;
  }
  .icon-button {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: var(--_target);
    block-size: var(--_target);
    border-radius: var(--_radius-control);
  }
  .icon-button svg {
    inline-size: 1em;
  }
  a[href] {
    color: var(--_link);
  }
  .field {
    min-block-size: var(--_target);
    max-inline-size: 100%;
    padding: 0.375em calc(var(--_space) - 1px);
    border: var(--_border-width) solid var(--_border-strong);
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
  }
  [aria-invalid='true'] {
    border: 2px solid var(--_error);
  }
  .error,
  .problem:not(.failure) {
    color: var(--_error);
    font-weight: 600;
  }
  /* Elements print on white: browsers leave out backgrounds, but a page may print its dark background. */
  @media print {
    :host {
      --_primary: #0059b3;
      --_on-primary: #0059b3;
      --_text: #000;
      --_text-secondary: #333;
      --_surface: #fff;
      --_surface-muted: #fff;
      --_border: #999;
      --_border-strong: #666;
      --_error: #c00;
      --_error-surface: #fff;
      --_link: #0059b3;
      --_warning-surface: #fff;
      --_shadow: none;
      background: #fff;
      color-scheme: light !important;
    }
    .root {
      /* Firefox prints no content whose display depends on a container. */
      container-type: normal;
    }
    button:not(.entry),
    .notice:not(.failed) {
      display: none !important;
    }
    /* Prints a link that looks like a button as its text and its URL. */
    a.button.button {
      padding: 0;
      border: 0;
      text-decoration: underline;
    }
    a[href^='http']:not([data-url], .entry, th a)::after,
    a[data-url]::after {
      content: ' (' attr(href) ')';
      font-weight: 400;
      flex-basis: 100%;
      white-space: normal;
      hyphens: none;
    }
    a[data-url]::after {
      content: ' (' attr(data-url) ')';
    }
  }
  @media not print {
    .printed {
      display: none !important;
    }
  }
`;
