import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {settings, watch} from '../settings.ts';
import {colourOf, type Scheme, toHex} from './colour.ts';
import {reportContrast} from './contrast-report.ts';
import {allTokens, type Token} from './tokens.ts';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The changed CSS values by property name. */
const chosen = new Map<string, string>();

/** Has the text that the page shows. */
const sheet = new CSSStyleSheet();

/** Lets a developer change the custom properties, see the result on the page, and copy the style sheet. */
export function editTheme(): void {
  document.adoptedStyleSheets.push(sheet);
  const fields = allTokens.map(createField);
  byId('egenskaber').replaceChildren(...fields.map(({row}) => row));

  const show = () => {
    const css = styleSheet();
    sheet.replaceSync(css);
    byId('css').textContent = css || say({da: '/* Intet er ændret. */', en: '/* Nothing is changed. */'});
    for (const field of fields) field.show();
    reportContrast(shownScheme());
  };
  byId('egenskaber').addEventListener('input', show);
  byId('nulstil').addEventListener('click', () => {
    chosen.clear();
    show();
  });
  darkSystem.addEventListener('change', show);
  watch(['lang', 'theme', 'scheme'], show);
}

function shownScheme(): Scheme {
  if (settings.scheme !== 'system') return settings.scheme;
  return darkSystem.matches ? 'dark' : 'light';
}

function styleSheet(): string {
  const lines = [...chosen].map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length ? `:root {\n${lines.join('')}}` : '';
}

interface Field {
  readonly row: HTMLElement;
  /** Updates label and value, except in the focused field. */
  show(): void;
}

function createField(token: Token): Field {
  return token.property === 'color' ? createColourField(token) : createTextField(token);
}

function createColourField(token: Token): Field {
  const {row, label, input} = createRow(token, {type: 'color'});
  input.addEventListener('input', () => {
    const scheme = shownScheme();
    const other = toHex(colourOf(token, scheme === 'light' ? 'dark' : 'light'));
    const [light, dark] = scheme === 'light' ? [input.value, other] : [other, input.value];
    chosen.set(token.name, `light-dark(${light}, ${dark})`);
  });
  return {
    row,
    show() {
      label.textContent = say(token.label);
      input.value = toHex(colourOf(token, shownScheme()));
    },
  };
}

function createTextField(token: Token): Field {
  const {row, label, input} = createRow(token, {autocomplete: 'off', spellcheck: 'false'});
  const error = create('p', {class: 'field-error', id: `${input.id}-fejl`, role: 'alert'});
  row.append(error);
  input.setAttribute('aria-describedby', error.id);
  let isInvalid = false;
  input.addEventListener('input', () => {
    const value = input.value.trim();
    isInvalid = !isValid(token, value);
    if (!isInvalid) chosen.set(token.name, value);
  });
  return {
    row,
    show() {
      label.textContent = say(token.label);
      if (!input.matches(':focus')) {
        isInvalid = false;
        input.value = chosen.get(token.name) ?? token.initial;
      }
      input.toggleAttribute('aria-invalid', isInvalid);
      error.hidden = !isInvalid;
      error.textContent = isInvalid
        ? say({da: 'Det er ikke en gyldig værdi.', en: 'That is not a valid value.'})
        : '';
    },
  };
}

function createRow({name}: Token, attributes: Record<string, string>) {
  const id = name.slice(2);
  const label = create('span');
  const code = create('code', {}, name);
  const input = create('input', {id, ...attributes});
  const row = create(
    'div',
    {class: 'field field-wide theme-field'},
    create('label', {for: id}, label, code),
    input,
  );
  return {row, label, input};
}

/** Returns whether CSS supports a value, and the value cannot end its declaration. */
function isValid({property}: Token, value: string): boolean {
  return !/[;{}]/.test(value) && CSS.supports(property, value);
}
