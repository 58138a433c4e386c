import type { Frame } from '../frame.ts';
import { html, type Html } from '../html.ts';
import { page } from '../page.ts';
import { choice, field } from '../parts/form.ts';
import { exampleOf, operationsOf, typeText } from './operations.ts';
import type { ApiDocument, Operation, Parameter } from './operations.ts';

interface Links {
  readonly reference: string;
  readonly document: string;
}

/** Interactive documentation: a request can be filled in and sent, and its answer is shown. */
export function tryPage(frame: Frame, document: ApiDocument, links: Links): string {
  const operations = operationsOf(document);
  return page({
    title: 'API',
    heading: document.info.title,
    lead: 'Fill in a request, send it, and see the answer of this server.',
    ...frame,
    body: html`<div class="stack">
      <p class="cluster">
        <a href="${links.reference}">Reference</a>
        <a href="${links.document}">OpenAPI document</a>
      </p>
      <div>
        ${field('api', {
          name: 'key',
          label: 'Key',
          type: 'password',
          autocomplete: 'off',
          literal: true,
          hint: 'Sent as a bearer key with each request of this page, and not stored.',
        })}
      </div>
      ${operations.map(operationCard)}
    </div>`,
  });
}

function operationCard(operation: Operation): Html {
  const { id, method, path, summary, needsKey } = operation;
  return html`<section class="card stack" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title" class="break"><code>${method} ${path}</code></h2>
    <p>${summary}${needsKey && html` <span class="badge">needs the key</span>`}</p>
    <details class="more">
      <summary>Try it<span class="visually-hidden">: ${method} ${path}</span></summary>
      ${form(operation)}
    </details>
  </section>`;
}

function form({ id, method, path, parameters, body }: Operation): Html {
  const isPlain = method === 'GET' && parameters.every((each) => each.in === 'query');
  // Without script a browser can send what a form can.
  const target = html`method="get" ${isPlain && html`action="${path}"`}`;
  return html`<lantern-request data-method="${method}" data-path="${path}">
    <form class="form stack" ${target}>
      ${parameters.map((parameter) => input(id, parameter))} ${body && bodyField(id, body)}
      <div><button class="button primary">Send</button></div>
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
