import {html, nothing} from 'lit';

// Form fields of the demo's pages, for `panel/`, the registry and the theme editor. Add a kind of field here. Each
// field needs a label, and its error must be in `aria-describedby`, so that screen readers read both.

export type Options = readonly (readonly [value: string, text: string])[];

export interface FieldOptions {
  /** The type of an input. Default: `text`. */
  readonly type?: 'text' | 'date' | 'number' | 'color';
  /** The options of a select. */
  readonly options?: Options;
  /** Whether a value only counts when the person leaves the field. Default: it counts while they type. */
  readonly isLazy?: boolean;
  readonly error?: unknown;
  /** Default: a field across both columns. */
  readonly class?: string;
}

/** Renders a control with its label, and its error below. */
export function renderField(
  id: string,
  label: unknown,
  value: string,
  onInput: (value: string) => void,
  {type = 'text', options, isLazy, error, ...field}: FieldOptions = {},
) {
  const listener = ({target}: Event) => onInput((target as HTMLInputElement).value);
  const invalid = error ? 'true' : nothing;
  const errorId = error ? `${id}-om` : nothing;
  return html`
    <div
      class=${field.class ?? 'field field-wide'}
      @input=${isLazy ? undefined : listener}
      @change=${isLazy ? listener : undefined}
    >
      <label for=${id}>${label}</label>
      ${
        options
          ? html`<select id=${id} aria-invalid=${invalid} aria-describedby=${errorId}>
              ${options.map(
                ([name, text]) => html`<option value=${name} .selected=${name === value}>${text}</option>`,
              )}
            </select>`
          : html`<input
              id=${id}
              type=${type}
              autocomplete="off"
              spellcheck="false"
              aria-invalid=${invalid}
              aria-describedby=${errorId}
              .value=${value}
            />`
      }
      ${error ? html`<p class="field-error" id=${errorId}>${error}</p>` : nothing}
    </div>
  `;
}

export function renderCheckbox(label: unknown, isChecked: boolean, onChange: (isChecked: boolean) => void) {
  return html`
    <label class="check field-wide">
      <input
        type="checkbox"
        .checked=${isChecked}
        @change=${({target}: Event) => onChange((target as HTMLInputElement).checked)}
      />
      <span>${label}</span>
    </label>
  `;
}
