import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, field, formError, tick } from '#core/web/parts/form.ts';
import type { Estimate } from '../../schema.ts';
import { navigation } from '../navigation.ts';
import type { PageFrame } from '../views.ts';
import { estimateRows } from '../words.ts';

export interface GenerateView {
  /** Local folders are the administrators' alone. */
  readonly takesPaths: boolean;
  /** Who writes with the server's own settings. */
  readonly writer: { readonly name: string; readonly isOffline: boolean };
  readonly providers: readonly { readonly value: string; readonly label: string }[];
  /** The project is there: it keeps its name. */
  readonly isNamed?: boolean;
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
          <button
            class="button"
            formaction="/estimate"
            title="Pages, tokens and price, before anything starts"
          >
            Estimate
          </button>
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
      ${
        !view.isNamed &&
        field('generate', {
          name: 'name',
          label: 'Name',
          hint: 'Leave empty to use the repository’s name.',
          maxLength: 100,
          literal: true,
          ...given(view, 'name'),
        })
      }
      ${field('generate', {
        name: 'branch',
        label: 'Branch or tag',
        hint: 'Leave empty for the default branch. Any other gets its own site.',
        literal: true,
        ...given(view, 'branch'),
      })}
      ${choice('generate', {
        name: 'ai_provider',
        label: 'Written by',
        options: [{ value: '', label: `Default: ${view.writer.name}` }, ...view.providers],
        ...given(view, 'ai_provider'),
      })}
      ${field('generate', {
        name: 'ai_model',
        label: 'Model',
        hint: 'Leave empty for the default.',
        literal: true,
        ...given(view, 'ai_model'),
      })}
      ${field('generate', {
        name: 'ai_cli_timeout',
        label: 'Minutes per AI call',
        hint: 'Leave empty for the default.',
        literal: true,
        ...given(view, 'ai_cli_timeout'),
      })}
      ${field('generate', {
        name: 'max_cost',
        label: 'Cost limit in US dollars',
        hint: 'Leave empty for the default. At the limit, what is written is published.',
        literal: true,
        ...given(view, 'max_cost'),
      })}
    </div>
    ${tick('generate', {
      name: 'force',
      label: 'Rewrite every page, even when nothing has changed',
      checked: view.values?.['force'] === 'true',
    })}
    ${
      !view.isNamed &&
      tick('generate', {
        name: 'replace',
        label: 'Replace the site of another repository with this name',
        checked: view.values?.['replace'] === 'true',
      })
    }`;
}

function estimateSection(estimate: Estimate): Html {
  return html`<section class="card generate" aria-labelledby="estimate-title">
    <h2 id="estimate-title" class="visually-hidden">Estimate</h2>
    <dl class="facts">
      ${estimateRows(estimate).map(
        ([label, text]) =>
          html`<dt>${label}</dt>
            <dd>${text}</dd>`,
      )}
    </dl>
  </section>`;
}

function given({ values = {}, problems }: GenerateView, name: string) {
  const error = problems?.get(name);
  return { ...(values[name] && { value: values[name] }), ...(error !== undefined && { error }) };
}

/** Said before the click: a model costs money, and the offline writer is none. */
function whoWrites({ name, isOffline }: GenerateView['writer']): Html {
  const result = 'You get a site with search, and the same pages as Markdown.';
  if (!isOffline)
    return html`<strong>${name}</strong> reads it, plans the pages and writes them. ${result}`;
  return html`No AI program is installed here, so <strong>${name}</strong> extracts pages from the
    repository. ${result}`;
}

/** The form alone, as it was sent: with an estimate, or refused without script. */
export function generatePage(
  view: PageFrame & { readonly generate: GenerateView; readonly estimate?: Estimate },
): string {
  const { assets, user, generate, estimate } = view;
  return page({
    title: 'Document a repository',
    assets,
    navigation: navigation(view),
    user,
    heading: estimate ? `Estimate for ${estimate.project}` : 'That did not work',
    description: estimate
      ? 'Nothing was generated yet.'
      : 'Nothing was generated: correct the marked field and send it again.',
    body: html`${estimate?.warning !== undefined && notice('warn', html`<p>${estimate.warning}</p>`)}
      ${estimate && estimateSection(estimate)} ${generateForm(generate)}
      <p><a class="button" href="/">Back to the projects</a></p>`,
  });
}
