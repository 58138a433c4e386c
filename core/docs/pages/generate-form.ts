import { html, type Html } from '#core/web/html.ts';
import { choice, field, formError, tick } from '#core/web/parts/form.ts';

export interface GenerateView {
  /** Local folders are the administrators' alone. */
  readonly takesPaths: boolean;
  /** Who writes with the server's own settings. */
  readonly writer: { readonly name: string; readonly isOffline: boolean };
  readonly providers: readonly { readonly value: string; readonly label: string }[];
  /** As sent the last time, when it was refused without script, … */
  readonly values?: Readonly<Record<string, string | undefined>>;
  /** … and what was wrong, by field. */
  readonly problems?: ReadonlyMap<string, string>;
}

export function generateForm(view: GenerateView): Html {
  const { takesPaths, writer, providers, values = {}, problems } = view;
  const given = (name: string) => {
    const error = problems?.get(name);
    return { ...(values[name] && { value: values[name] }), ...(error !== undefined && { error }) };
  };
  const isOpen = [...(problems?.keys() ?? [])].some((name) => name !== 'source');
  return html`<section class="card generate" aria-labelledby="generate-title">
    <h2 id="generate-title">Document a repository</h2>
    <p>${whoWrites(writer)}</p>
    <lantern-form done="{project} is being generated." next="reset">
      <form class="form" method="post" action="/projects">
        ${formError(problems && 'Nothing was generated. Correct the marked field and try again.')}
        <div class="generate-source">
          ${field('generate', {
            name: 'source',
            label: takesPaths ? 'Repository URL or local folder' : 'Repository URL',
            placeholder: 'https://github.com/owner/name',
            required: true,
            literal: true,
            autocomplete: 'off',
            ...given('source'),
          })}
          <button class="button primary">Generate</button>
        </div>
        <details class="more" ${isOpen && html`open`}>
          <summary>More options</summary>
          <div class="columns">
            ${field('generate', {
              name: 'branch',
              label: 'Branch',
              hint: 'Empty: the default branch.',
              literal: true,
              ...given('branch'),
            })}
            ${choice('generate', {
              name: 'ai_provider',
              label: 'Written by',
              options: [{ value: '', label: `As configured: ${writer.name}` }, ...providers],
              ...given('ai_provider'),
            })}
            ${field('generate', {
              name: 'ai_model',
              label: 'Model',
              hint: 'Empty: as configured.',
              literal: true,
              ...given('ai_model'),
            })}
            ${field('generate', {
              name: 'ai_cli_timeout',
              label: 'Minutes per AI call',
              hint: 'Empty: as configured.',
              literal: true,
              ...given('ai_cli_timeout'),
            })}
          </div>
          ${tick('generate', {
            name: 'force',
            label: 'Rewrite every page, even when nothing has changed',
            checked: values['force'] === 'true',
          })}
        </details>
      </form>
    </lantern-form>
  </section>`;
}

/** Said before the click: a model costs money, and the offline writer is none. */
function whoWrites({ name, isOffline }: GenerateView['writer']): Html {
  const result = 'You get a site with search, and the same pages as markdown.';
  if (!isOffline)
    return html`<strong>${name}</strong> reads it, plans the pages and writes them. ${result}`;
  return html`No AI program is installed here, so <strong>${name}</strong> extracts pages from the
    repository. ${result}`;
}
