import {html} from 'lit';

import {renderField, renderOptions} from '../fields.ts';
import {change, say, settings} from '../settings.ts';

/** Renders the choices of the page's theme and colour scheme. */
export function renderAppearance() {
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
        ${renderChoice('theme', 'tema', say('Tema', 'Theme'), themes)}
        ${renderChoice('scheme', 'farver', say('Farver', 'Colours'), schemes)}
      </div>
    </section>
  `;
}

function renderChoice(
  name: 'theme' | 'scheme',
  id: string,
  label: string,
  options: Parameters<typeof renderOptions>[0],
) {
  const value = settings[name];
  const onInput = (next: string) => change({[name]: next});
  return renderField({id, label, value, options: renderOptions(options, value), onInput, class: 'field'});
}
