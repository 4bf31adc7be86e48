import {css} from 'lit';

// Styles of elements of class `markup`, which `markup.ts` fills, for `tavle-calendar.ts` and `tavle-form.ts`: a change
// affects both. Keep preformatted text within the width of a phone.
export const markupStyles = css`
  .markup pre {
    white-space: pre-wrap;
  }
  .markup table {
    border-collapse: collapse;
  }
  .markup :is(td, th) {
    padding: 0.25em 0.5em;
    border: 1px solid var(--_border);
    text-align: start;
  }
`;
