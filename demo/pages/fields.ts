import {html, nothing} from 'lit';

export type Options = readonly (readonly [value: string, text: string])[];

export interface FieldOptions {
  /** The type of an input, or `textarea`. Default: `text`. */
  readonly type?: 'text' | 'date' | 'number' | 'color' | 'textarea';
  /** The options of a select. */
  readonly options?: unknown;
  /** Whether a value counts once the person leaves the field. Default: while they type. */
  readonly isLazy?: boolean;
  readonly help?: unknown;
  readonly error?: unknown;
  /** Default: both columns. */
  readonly class?: string;
}

/** Renders a control with its label, and its error or help below. */
export function renderField(
  id: string,
  label: unknown,
  value: string,
  onInput: (value: string) => void,
  {type = 'text', options, isLazy, help, error, ...field}: FieldOptions = {},
) {
  const listener = ({target}: Event) => onInput((target as HTMLInputElement).value);
  const invalid = error ? 'true' : nothing;
  const text = error ?? help;
  const textId = text ? `${id}-om` : nothing;
  return html`
    <div
      class=${field.class ?? 'field field-wide'}
      @input=${isLazy ? undefined : listener}
      @change=${isLazy ? listener : undefined}
    >
      <label for=${id}>${label}</label>
      ${
        options
          ? html`<select id=${id} aria-invalid=${invalid} aria-describedby=${textId}>
              ${options}
            </select>`
          : type === 'textarea'
            ? html`<textarea
                id=${id}
                rows="4"
                spellcheck="false"
                aria-invalid=${invalid}
                aria-describedby=${textId}
                .value=${value}
              ></textarea>`
            : html`<input
                id=${id}
                type=${type}
                autocomplete="off"
                spellcheck="false"
                aria-invalid=${invalid}
                aria-describedby=${textId}
                .value=${value}
              />`
      }
      ${text ? html`<p class=${error ? 'field-error' : 'panel-lead'} id=${textId}>${text}</p>` : nothing}
    </div>
  `;
}

/** Renders the options of a select. */
export function renderOptions(options: Options, chosen: string) {
  return options.map(
    ([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
  );
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
