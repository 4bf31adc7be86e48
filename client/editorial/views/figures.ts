import {html, nothing, svg} from 'lit';

import type {EditorialOverview} from '../../api/responses.ts';
import {renderButton, renderHeading} from '../../shared/templates.ts';
import type {EditorialStrings} from '../../texts/da.ts';

/** The text of `forventetDigital` that means that the date is not decided. */
const undecided = 'Ikke besluttet';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Renders how many state forms are digital, and the digital part of the yearly submissions by authority: bars in a table, which screen readers read.
 *
 * @param onDownload Saves all figures as a file.
 */
export function renderFigures(
  {forventetDigital, myndigheder}: EditorialOverview,
  strings: EditorialStrings,
  level: number,
  onDownload: () => void,
) {
  const forms = sumOf(forventetDigital.map(({antal}) => antal));
  if (!forms) return nothing;
  const digital = forventetDigital.filter(({tekst}) => tekst !== null && tekst !== undecided);
  const [all, online] = [
    sumOf(myndigheder.map(({aarlige}) => aarlige)),
    sumOf(myndigheder.map(({digitale}) => digitale)),
  ];
  return html`
    <section class="figures" part="figures">
      <div class="actions">
        ${renderHeading({level, text: strings.figures})}
        ${renderButton(strings.download, onDownload, {kind: 'quiet'})}
      </div>
      <div class="pictures">
        ${renderTable(
          strings.digitalForms(sumOf(digital.map(({antal}) => antal)), forms),
          forventetDigital
            .filter(({antal}) => antal)
            .map(({tekst, antal}) => ({
              name: tekst ?? strings.none,
              part: antal / forms,
              text: String(antal),
            })),
        )}
        ${
          all
            ? renderTable(
                strings.digitalReports(percentOf(online, all)),
                myndigheder.map(({navn, aarlige, digitale}) => ({
                  name: navn,
                  part: digitale / aarlige,
                  text: percentOf(digitale, aarlige),
                })),
              )
            : nothing
        }
      </div>
    </section>
  `;
}

const percentOf = (part: number, all: number) => `${Math.round((100 * part) / all)} %`;

interface Bar {
  readonly name: string;
  /** 0 to 1. */
  readonly part: number;
  readonly text: string;
}

const renderTable = (caption: string, bars: readonly Bar[]) => html`
  <table class="bars" tabindex="0">
    <caption>
      ${caption}
    </caption>
    ${bars.map(
      ({name, part, text}) => html`
        <tr>
          <th scope="row" lang="da">${name}</th>
          <td aria-hidden="true">
            <svg viewBox="0 0 100 1" preserveAspectRatio="none">
              ${svg`<rect width=${100 * part} height="1"></rect>`}
            </svg>
          </td>
          <td class="number">${text}</td>
        </tr>
      `,
    )}
  </table>
`;
