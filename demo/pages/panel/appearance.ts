import {html} from 'lit';

import {renderField, renderOptions} from '../fields.ts';
import {change, say, settings} from '../settings.ts';

/** Renders the choices of the page's theme and colour scheme. */
export function renderAppearance() {
  const {theme, scheme} = settings;
  const themes = [
    ['virk', 'Virk'],
    ['borger', 'Borger'],
    ['neutral', 'Neutral'],
  ] as const;
  const schemes = [
    ['system', say('Som systemet', 'System')],
    ['light', say('Lyse', 'Light')],
    ['dark', say('Mørke', 'Dark')],
  ] as const;
  return html`
    <section>
      <h3>${say('Udseende', 'Appearance')}</h3>
      <div class="fields">
        ${renderField('tema', say('Tema', 'Theme'), theme, next => change({theme: next as typeof theme}), {options: renderOptions(themes, theme), class: 'field'})}
        ${renderField('farver', say('Farver', 'Colours'), scheme, next => change({scheme: next as typeof scheme}), {options: renderOptions(schemes, scheme), class: 'field'})}
      </div>
    </section>
  `;
}
