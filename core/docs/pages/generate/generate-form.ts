import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { choice, field, formError, tick } from '#core/web/parts/form.ts';
import { navigation } from '../navigation.ts';
import type { PageFrame } from '../views.ts';

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
  const { takesPaths, writer, problems } = view;
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
            ...given(view, 'source'),
          })}
          <button class="button primary">Generate</button>
        </div>
        <details class="more" ${isOpen && html`open`}>
          <summary>More options</summary>
          ${generateOptions(view)}
        </details>
      </form>
    </lantern-form>
  </section>`;
}

/** What the server's settings decide when it is left empty. */
export function generateOptions(view: GenerateView): Html {
  return html`<div class="columns">
      ${field('generate', {
        name: 'branch',
        label: 'Branch',
        hint: 'Empty: the default branch.',
        literal: true,
        ...given(view, 'branch'),
      })}
      ${choice('generate', {
        name: 'ai_provider',
        label: 'Written by',
        options: [{ value: '', label: `As configured: ${view.writer.name}` }, ...view.providers],
        ...given(view, 'ai_provider'),
      })}
      ${field('generate', {
        name: 'ai_model',
        label: 'Model',
        hint: 'Empty: as configured.',
        literal: true,
        ...given(view, 'ai_model'),
      })}
      ${field('generate', {
        name: 'ai_cli_timeout',
        label: 'Minutes per AI call',
        hint: 'Empty: as configured.',
        literal: true,
        ...given(view, 'ai_cli_timeout'),
      })}
    </div>
    ${tick('generate', {
      name: 'force',
      label: 'Rewrite every page, even when nothing has changed',
      checked: view.values?.['force'] === 'true',
    })}`;
}

function given({ values = {}, problems }: GenerateView, name: string) {
  const error = problems?.get(name);
  return { ...(values[name] && { value: values[name] }), ...(error !== undefined && { error }) };
}

/** Said before the click: a model costs money, and the offline writer is none. */
function whoWrites({ name, isOffline }: GenerateView['writer']): Html {
  const result = 'You get a site with search, and the same pages as markdown.';
  if (!isOffline)
    return html`<strong>${name}</strong> reads it, plans the pages and writes them. ${result}`;
  return html`No AI program is installed here, so <strong>${name}</strong> extracts pages from the
    repository. ${result}`;
}

/** The form alone, as it was sent and refused without script. */
export function generatePage(view: PageFrame & { readonly generate: GenerateView }): string {
  const { assets, user, generate } = view;
  return page({
    title: 'Document a repository',
    assets,
    navigation: navigation(view),
    user,
    heading: 'That did not work',
    description: 'Nothing was generated: correct the marked field and send it again.',
    body: html`${generateForm(generate)}
      <p><a class="button" href="/">Back to the projects</a></p>`,
  });
}
