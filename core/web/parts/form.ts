import { html, type Html } from '../html.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'url' | 'email' | 'number' | 'search' | 'date';
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  /** A name, key or URL: no capitalisation, autocorrection or spell check. */
  readonly literal?: boolean;
}

/** A labelled input with its hint and the place for its error. `form` makes ids unique when two forms
 * of a page share a field name. */
export function field(form: string, input: Field): Html {
  const { name, label, hint, error, type = 'text' } = input;
  const id = `${form}-${name}`;
  const described = [hint !== undefined && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      aria-describedby="${described}"
      ${input.value !== undefined && html`value="${input.value}"`}
      ${input.required && html`required`}
      ${input.autofocus && html`autofocus`}
      ${input.autocomplete !== undefined && html`autocomplete="${input.autocomplete}"`}
      ${input.placeholder !== undefined && html`placeholder="${input.placeholder}"`}
      ${input.pattern !== undefined && html`pattern="${input.pattern}"`}
      ${input.maxLength !== undefined && html`maxlength="${input.maxLength}"`}
      ${input.literal && html`autocapitalize="none" spellcheck="false"`}
      ${error !== undefined && html`aria-invalid="true"`}
    />
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <p class="field-error" id="${id}-error">${error}</p>
  </div>`;
}

/** The place for an error of the whole form. */
export function formError(text?: string): Html {
  return html`<p class="notice bad" role="alert" data-form-error ${!text && html`hidden`}>
    ${text}
  </p>`;
}

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string;
  readonly hint?: string;
  readonly error?: string;
}

/** Radio buttons. */
export function choice(form: string, input: Choice): Html {
  const { name, label, options, value, hint, error } = input;
  const id = `${form}-${name}`;
  const described = [hint !== undefined && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      aria-describedby="${described}"
      ${error !== undefined && html`aria-invalid="true"`}
    >
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value && html`selected`}>
            ${option.label}
          </option>`,
      )}
    </select>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <p class="field-error" id="${id}-error">${error}</p>
  </div>`;
}

export function tick(
  form: string,
  input: { readonly name: string; readonly label: string; readonly checked?: boolean },
): Html {
  return html`<label class="tick">
    <input
      type="checkbox"
      id="${form}-${input.name}"
      name="${input.name}"
      value="true"
      ${input.checked && html`checked`}
    />
    ${input.label}
  </label>`;
}
