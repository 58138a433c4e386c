import { html, type Html } from '#core/web/html.ts';
import { choice, field, formError, tick } from '#core/web/parts/form.ts';

export interface GenerateView {
  /** Local folders are the administrators' alone. */
  readonly takesPaths: boolean;
  readonly providers: readonly string[];
  /** As sent the last time, when it was refused without script. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  readonly error?: string;
}

export function generateForm({ takesPaths, providers, values = {}, error }: GenerateView): Html {
  const given = (name: string) => (values[name] ? { value: values[name] } : {});
  return html`<section class="card generate" aria-labelledby="generate-title">
    <h2 id="generate-title">Document a repository</h2>
    <p>
      An AI reads it, plans the pages and writes them. You get a site with search, and the same as
      markdown.
    </p>
    <lantern-form done="{project} is being generated." next="reset">
      <form class="form" method="post" action="/projects">
        ${formError(error)}
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
        <details class="more">
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
              label: 'AI provider',
              options: [
                { value: '', label: 'As configured' },
                ...providers.map((value) => ({ value, label: value })),
              ],
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
              type: 'number',
              hint: 'Empty: as configured.',
              ...given('ai_cli_timeout'),
            })}
          </div>
          ${tick('generate', {
            name: 'force',
            label: 'Write every page anew, even when nothing changed',
            checked: values['force'] === 'true',
          })}
        </details>
      </form>
    </lantern-form>
  </section>`;
}
