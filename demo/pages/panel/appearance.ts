// The choices of theme and colour scheme, for the developer panel (`panel.ts`) and the theme editor (`tema.ts`). Add an
// option here and its value to `settings.ts`: values that are missing there are ignored in the URL.
import {html} from 'lit';

import {type Options, renderField} from '../fields.ts';
import {change, say, settings} from '../settings.ts';

/** Renders the choices of the page's theme and colour scheme. */
export function renderAppearance() {
  const themes = ['virk', 'borger', 'neutral'].map(name => [name, name] as const);
  const schemes = [
    ['system', say('Som systemet', 'System')],
    ['light', say('Lyse', 'Light')],
    ['dark', say('Mørke', 'Dark')],
  ] as const;
  const select = (id: string, label: string, setting: 'theme' | 'scheme', options: Options) =>
    renderField(id, label, settings[setting], value => change({[setting]: value}), {options, class: 'field'});
  return html`
    <section>
      <h3>${say('Udseende', 'Appearance')}</h3>
      <div class="fields">
        ${select('tema', say('Tema', 'Theme'), 'theme', themes)}
        ${select('farver', say('Farver', 'Colours'), 'scheme', schemes)}
      </div>
    </section>
  `;
}
