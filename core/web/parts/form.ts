import { html, type Html } from '../html.ts';

interface Labelled {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  readonly error?: string;
}

/** A control with its label, its hint and the place for its error. `form` makes ids unique when two
 * forms of a page share a field name. */
function labelled(
  form: string,
  { name, label, hint, error }: Labelled,
  control: (attributes: Html) => Html,
): Html {
  const id = `${form}-${name}`;
  const described = [hint !== undefined && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  const invalid = error !== undefined && html`aria-invalid="true"`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${control(html`id="${id}" name="${name}" aria-describedby="${described}" ${invalid}`)}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <p class="field-error" id="${id}-error">${error}</p>
  </div>`;
}

interface Typed extends Labelled {
  readonly value?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** A name, key, URL or code: no capitalisation, autocorrection or spell check. */
  readonly literal?: boolean;
}

function typing({ required, placeholder, maxLength, literal }: Typed): Html {
  return html`${required && html`required`}
  ${placeholder !== undefined && html`placeholder="${placeholder}"`}
  ${maxLength !== undefined && html`maxlength="${maxLength}"`}
  ${literal && html`autocapitalize="none" spellcheck="false"`}`;
}

interface Field extends Typed {
  readonly type?: 'text' | 'password' | 'url' | 'email' | 'number' | 'search' | 'date';
  readonly autofocus?: boolean;
  readonly autocomplete?: string;
  readonly pattern?: string;
}

export function field(form: string, input: Field): Html {
  const { type = 'text', value, autofocus, autocomplete, pattern } = input;
  return labelled(
    form,
    input,
    (attributes) =>
      html`<input
        ${attributes}
        ${typing(input)}
        type="${type}"
        ${value !== undefined && html`value="${value}"`}
        ${autofocus && html`autofocus`}
        ${autocomplete !== undefined && html`autocomplete="${autocomplete}"`}
        ${pattern !== undefined && html`pattern="${pattern}"`}
      />`,
  );
}

/** Text of several lines. */
export function textArea(form: string, input: Typed & { readonly rows: number }): Html {
  return labelled(
    form,
    input,
    // The parser drops the first line break, also one of the value.
    (attributes) =>
      html`<textarea ${attributes} ${typing(input)} rows="${input.rows}">${input.value}</textarea>`,
  );
}

/** The place for an error of the whole form. */
export function formError(text?: string): Html {
  return html`<p class="notice bad" role="alert" data-form-error ${!text && html`hidden`}>
    ${text}
  </p>`;
}

interface Choice extends Labelled {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string;
}

/** One of several values. */
export function choice(form: string, input: Choice): Html {
  return labelled(
    form,
    input,
    (attributes) =>
      html`<select ${attributes}>
        ${input.options.map(
          ({ value, label }) =>
            html`<option value="${value}" ${value === input.value && html`selected`}>
              ${label}
            </option>`,
        )}
      </select>`,
  );
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
