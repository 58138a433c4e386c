import { html, type Html } from '../html.ts';
import { choice, field } from '../parts/form.ts';
import { exampleOf, typeText } from './operations.ts';
import type { Operation, Parameter } from './operations.ts';

/** The form that sends a request and shows its answer. */
export function tryForm({ id, method, path, parameters, body }: Operation): Html {
  const isPlain = method === 'GET' && parameters.every((each) => each.in === 'query');
  // Without script a browser can send what a form can.
  const target = html`method="get" ${isPlain && html`action="${path}"`}`;
  return html`<lantern-request data-method="${method}" data-path="${path}">
    <form class="form stack" ${target}>
      ${parameters.map((parameter) => input(id, parameter))} ${body && bodyField(id, body)}
      <div><button class="button">Send</button></div>
    </form>
    <div data-answer hidden class="stack">
      <p role="status" data-status></p>
      <pre tabindex="0" aria-label="Answer"><code data-body></code></pre>
    </div>
  </lantern-request>`;
}

function input(id: string, { name, required, schema }: Parameter): Html {
  const label = required ? `${name} (required)` : name;
  if (!schema.enum) {
    const hint = schema.pattern === undefined ? typeText(schema) : `matches ${schema.pattern}`;
    return field(id, { name, label, required, hint, literal: true });
  }
  const values = schema.enum.map(String);
  const options = [...(required || values.includes('') ? [] : ['']), ...values];
  return choice(id, { name, label, options: options.map((value) => ({ value, label: value })) });
}

function bodyField(id: string, { type, schema }: NonNullable<Operation['body']>): Html {
  const isJson = type === 'application/json';
  return html`<div class="field">
    <label for="${id}-body">Body (${type})</label>
    <textarea id="${id}-body" data-body-type="${type}" rows="6" spellcheck="false">
${isJson ? JSON.stringify(exampleOf(schema), null, 2) : ''}</textarea>
  </div>`;
}
