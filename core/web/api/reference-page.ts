import type { Frame } from '../frame.ts';
import { html, type Html } from '../html.ts';
import { page } from '../page.ts';
import { table } from '../parts/table.ts';
import { fieldsOf, operationsOf, typeText } from './operations.ts';
import type { ApiDocument, Operation, Schema } from './operations.ts';

/** The same document for reading. */
export function referencePage(frame: Frame, document: ApiDocument, tryUrl: string): string {
  const operations = operationsOf(document);
  const { title, version } = document.info;
  return page({
    title: 'API reference',
    heading: title,
    lead: `Every request of version ${version}, with its fields and its answers.`,
    ...frame,
    body: html`<div class="stack">
      <p><a href="${tryUrl}">Try requests</a></p>
      <nav aria-label="Requests">
        <ul>
          ${operations.map(
            ({ id, method, path, summary }) =>
              html`<li class="break">
                <a href="#${id}"><code>${method} ${path}</code></a> ${summary}
              </li>`,
          )}
        </ul>
      </nav>
      ${operations.map(section)}
    </div>`,
  });
}

function section({ id, method, path, summary, needsKey, ...parts }: Operation): Html {
  const { parameters, body, replies } = parts;
  const rows = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    schema,
    note: `${place}${required ? ', required' : ''}`,
  }));
  return html`<section class="card stack" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title" class="break"><code>${method} ${path}</code></h2>
    <p>${summary}${needsKey && html` <span class="badge">needs the key</span>`}</p>
    ${
      rows.length > 0 &&
      html`<h3>Parameters</h3>
        ${fields(`Parameters of ${method} ${path}`, rows)}`
    }
    ${
      body &&
      html`<h3>Body</h3>
        ${schemaTable(`Body of ${method} ${path}`, body.schema)}`
    }
    <h3>Answers</h3>
    ${replies.map(
      ({ status, description, type, schema }) =>
        html`<p><strong>${status}</strong> ${description}${type && html` <code>${type}</code>`}</p>
          ${schema && schemaTable(`Answer ${status} of ${method} ${path}`, schema)}`,
    )}
  </section>`;
}

function schemaTable(caption: string, schema: Schema): Html {
  const rows = fieldsOf(schema).map(([name, field]) => ({ name, schema: field, note: '' }));
  return rows.length === 0 ? html`<p>${typeText(schema)}</p>` : fields(caption, rows);
}

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly note: string;
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
      ...(hasNotes ? [{ label: 'Where', cell: ({ note }: Row) => note }] : []),
    ],
  });
}
