import {create} from '../dom.ts';
import {say} from '../language.ts';
import {type Form, pathV1} from './form.ts';
import {readAs} from './send-as.ts';

/** Creates the row with a form's representations in both interfaces. */
export function detailsRow(cvr: string, form: Form, id: string): HTMLElement {
  const blocks = [
    readBlock('A', pathV1(form.diaId), Promise.resolve(form.readV1), `${id}-a`),
    readBlock('B', form.path, readAs(cvr, form.path), `${id}-b`),
  ];
  return create('tr', {id, class: 'forms-details'}, create('td', {colspan: '5'}, ...blocks));
}

function readBlock(version: string, path: string, reading: Promise<unknown>, id: string): HTMLElement {
  const heading = create(
    'h3',
    {id},
    say({da: `Snitflade ${version}`, en: `Interface ${version}`}),
    ' ',
    create('code', {}, `GET ${path}`),
  );
  const code = create('code', {lang: 'da'}, say({da: 'Henter…', en: 'Fetching…'}));
  reading.then(
    body => (code.textContent = JSON.stringify(body, null, 2)),
    (error: unknown) => {
      console.error(error);
      code.textContent = say({da: 'Kunne ikke hentes.', en: 'Could not be fetched.'});
    },
  );
  const block = create('pre', {class: 'code', role: 'region', 'aria-labelledby': id, tabindex: '0'}, code);
  return create('div', {class: 'forms-read'}, heading, block);
}
