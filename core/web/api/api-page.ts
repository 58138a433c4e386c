import type { Frame } from '../frame.ts';
import { html, type Html } from '../html.ts';
import { page } from '../page.ts';
import { badge, copyable } from '../parts/feedback.ts';
import { field } from '../parts/form.ts';
import { table } from '../parts/table.ts';
import { withCode } from '../with-code.ts';
import { curlOf } from './curl.ts';
import { fieldsOf, groupsOf, operationsOf, typeText } from './operations.ts';
import type { ApiDocument, Operation, OperationGroup, Schema } from './operations.ts';
import { tryForm } from './try-form.ts';

interface Place {
  /** Without a trailing slash, for the commands. */
  readonly baseUrl: string;
  /** The path of the OpenAPI document. */
  readonly document: string;
  /** Without the forms that send requests. */
  readonly isForReading: boolean;
}

/** The reference of a service's interface: its requests by resource, to read, to copy and to try. */
export function apiPage(frame: Frame, document: ApiDocument, place: Place): string {
  const groups = groupsOf(operationsOf(document));
  return page({
    title: 'API reference',
    heading: document.info.title,
    lead: place.isForReading
      ? 'Every API request, with its parameters, answers and a command to copy.'
      : 'Browse the API, copy requests as commands, or send them from here.',
    ...frame,
    body: html`<div class="api">
      <nav class="api-menu" aria-label="Requests">
        <ul role="list">
          ${groups.map(menuEntry)}
        </ul>
      </nav>
      <div class="stack">
        <p><a href="${place.document}" download="openapi.json">Download the OpenAPI document</a></p>
        ${!place.isForReading && keyField()}
        ${groups.map(
          ({ id, title, operations }) =>
            html`<section class="stack" aria-labelledby="${id}">
              <h2 id="${id}">${title}</h2>
              ${operations.map((each) => section(each, place))}
            </section>`,
        )}
      </div>
    </div>`,
  });
}

function keyField(): Html {
  return html`<div>
    ${field('api', {
      name: 'key',
      label: 'Key',
      type: 'password',
      autocomplete: 'off',
      literal: true,
      hint: 'Sent with each request from this page, never stored. Without a key, your session is used.',
    })}
  </div>`;
}

function menuEntry({ id, title, operations }: OperationGroup): Html {
  return html`<li>
    <a href="#${id}">${title}</a>
    <ul role="list">
      ${operations.map(
        (each) =>
          html`<li>
            <a href="#${each.id}">${method(each)} <span>${withCode(each.summary)}</span></a>
          </li>`,
      )}
    </ul>
  </li>`;
}

const tones: Readonly<Record<string, Parameters<typeof badge>[0]>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
};

function method({ method: name }: Operation): Html {
  return badge(tones[name] ?? 'quiet', name);
}

function section(operation: Operation, { baseUrl, isForReading }: Place): Html {
  const { id, method: name, path, summary, needsKey, parameters, body, replies } = operation;
  const title = `${name} ${path}`;
  const rows = parameters.map(({ name, in: where, required, schema }) => ({
    name,
    schema,
    note: noteOf(schema, required, where),
  }));
  return html`<section class="card stack" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title" class="break">${method(operation)} <code>${path}</code></h3>
    <p>${withCode(summary)}${needsKey && html` ${badge('quiet', 'needs a key')}`}</p>
    ${
      rows.length > 0 &&
      html`<h4>Parameters</h4>
        ${fields(`Parameters of ${title}`, rows)}`
    }
    ${
      body &&
      html`<h4>Body</h4>
        ${schemaTable(`Body of ${title}`, body.schema, body.schema.required)}`
    }
    ${copyable(`the command of ${title}`, curlOf(operation, baseUrl))}
    <details class="more">
      <summary>
        Answers<span class="visually-hidden"> of ${title}</span>:
        ${replies.map(({ status }) => status).join(', ')}
      </summary>
      ${replies.map(
        ({ status, description, type, schema }) =>
          html`<p>
              <strong>${status}</strong> ${description}${type && html` <code>${type}</code>`}
            </p>
            ${schema && schemaTable(`Answer ${status} of ${title}`, schema)}`,
      )}
    </details>
    ${
      !isForReading &&
      html`<details class="more">
        <summary>Try it<span class="visually-hidden">: ${title}</span></summary>
        ${tryForm(operation)}
      </details>`
    }
  </section>`;
}

/** Such as `query, required` or `default 50`. */
function noteOf({ default: initial }: Schema, isRequired: boolean, where?: string): string {
  const isShown = ['string', 'number', 'boolean'].includes(typeof initial) && initial !== '';
  return [where, isRequired && 'required', isShown && `default ${String(initial)}`]
    .filter((part) => part)
    .join(', ');
}

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly note: string;
}

function schemaTable(caption: string, schema: Schema, needed: readonly string[] = []): Html {
  const rows = fieldsOf(schema).map(([name, each]) => ({
    name,
    schema: each,
    note: noteOf(each, needed.includes(name)),
  }));
  return rows.length === 0 ? html`<p>${typeText(schema)}</p>` : fields(caption, rows);
}

function fields(caption: string, rows: readonly Row[]): Html {
  const hasNotes = rows.some(({ note }) => note !== '');
  return table<Row>({
    caption,
    rows,
    id: ({ name }) => name,
    empty: html``,
    columns: [
      {
        label: 'Name',
        kind: 'heading',
        cell: ({ name }) => html`<code class="break">${name}</code>`,
      },
      { label: 'Type', cell: ({ schema }) => typeText(schema) },
      ...(hasNotes ? [{ label: 'Note', cell: ({ note }: Row) => note }] : []),
    ],
  });
}
