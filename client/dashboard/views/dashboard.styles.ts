import {css} from 'lit';

// Styles of the sections of `<tavle-dashboard>`, for `tavle-dashboard.ts`. Change the columns and gaps here. Keep two
// private names: `styles/tokens.ts` reads `--_distance`, and `app.styles.ts` reads `--_turn`, which apps inherit.
export const styles = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25em 1em;
    margin-block-end: 0.75em;
  }
  .head .heading {
    margin: 0;
  }
  .arrange {
    padding-inline: 0.75em;
  }
  .hint {
    max-inline-size: 66ch;
    margin-block: -0.25em 1em;
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  section + section,
  .empty + section {
    margin-block-start: 2.5em;
  }
  /* Cards have gaps and padding, so their content needs no distance. */
  .cards {
    --_distance: 0;
    --_frame: 0;
    --_inset: 0em;
  }
  /* A wrapper has no box, since the apps in it are cards. */
  .wrapped::slotted(*) {
    display: contents !important;
  }
  .cards,
  .skeletons {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 20em), 1fr));
    gap: 1em;
  }
  /* Two columns of 20em and the gap. */
  @container (min-width: 41em) {
    .cards {
      --_turn: 0deg;
    }
    .cards:dir(rtl) {
      --_turn: 180deg;
    }
  }
  @container (min-width: 48em) {
    .cards,
    .skeletons {
      column-gap: 1.5em;
    }
    .active .cards,
    .skeletons {
      row-gap: 1.5em;
    }
  }

  .skeleton {
    block-size: 12em;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    padding-inline: 1.5em;
    background: var(--_surface);
  }

  @media print {
    .hint {
      display: none;
    }
  }
`;
