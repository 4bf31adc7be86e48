// The key figures above the list of `<tavle-editorial>`, for `tavle-editorial.ts`. Add a figure as another table of
// bars, with each number as text: screen readers ignore the bars. The service counts the forms.
import {html, nothing, svg} from 'lit';

import type {EditorialOverview} from '../../api/responses.ts';
import {renderButton, renderHeading} from '../../shared/templates.ts';
import type {EditorialView} from './editorial-list.ts';

/** The text of `forventetDigital` that means that the date is not decided. */
const undecided = 'Ikke besluttet';

const sumOf = <Key extends string>(items: readonly Record<Key, number>[], key: Key) =>
  items.reduce((sum, item) => sum + item[key], 0);

/**
 * Renders how many state forms are digital, and the digital part of the yearly submissions by authority, for `tavle-editorial.ts`: bars in a table,
 * which screen readers read.
 *
 * @param onDownload Saves all figures as a file.
 */
export function renderFigures(
  {forventetDigital, myndigheder}: EditorialOverview,
  {strings, level, language}: EditorialView,
  onDownload: () => void,
) {
  const forms = sumOf(forventetDigital, 'antal');
  if (!forms) return nothing;
  const percent = (part: number) => part.toLocaleString(language, {style: 'percent'});
  const digital = forventetDigital.filter(({tekst}) => tekst && tekst !== undecided);
  const all = sumOf(myndigheder, 'aarlige');
  return html`
    <section class="figures" part="figures">
      <div class="actions">
        ${renderHeading({level, text: strings.figures})}
        ${renderButton(strings.download, onDownload, {kind: 'quiet'})}
      </div>
      <div class="pictures">
        ${renderTable(
          strings.digitalForms(sumOf(digital, 'antal'), forms),
          forventetDigital
            .filter(({antal}) => antal)
            .map(({tekst, antal}) => ({
              name: strings.expectations[tekst ?? ''] ?? tekst ?? strings.none,
              part: antal / forms,
              text: antal,
            })),
        )}
        ${
          all
            ? renderTable(
                strings.digitalReports(percent(sumOf(myndigheder, 'digitale') / all)),
                myndigheder.map(({navn, aarlige, digitale}) => ({
                  name: navn,
                  part: digitale / aarlige,
                  text: percent(digitale / aarlige),
                })),
                'da',
              )
            : nothing
        }
      </div>
    </section>
  `;
}

interface Bar {
  readonly name: string;
  /** 0 to 1. */
  readonly part: number;
  readonly text: string | number;
}

const renderTable = (caption: string, bars: readonly Bar[], lang?: string) => html`
  <table class="bars" tabindex="0">
    <caption>
      ${caption}
    </caption>
    ${bars.map(
      ({name, part, text}) => html`
        <tr>
          <th scope="row" lang=${lang ?? nothing}>${name}</th>
          <td aria-hidden="true">
            <svg viewBox="0 0 1 1" preserveAspectRatio="none">
              ${svg`<rect width=${part} height="1"></rect>`}
            </svg>
          </td>
          <td class="number">${text}</td>
        </tr>
      `,
    )}
  </table>
`;
