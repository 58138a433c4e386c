import { asked } from '#core/web/parts/asked.ts';
import { html, type Html } from '#core/web/html.ts';
import { formError } from '#core/web/parts/form.ts';
import { count } from '#core/web/words.ts';
import { projectUrls, type ProjectView } from '../views.ts';
import { removalText, removeProject } from '../questions.ts';

/** Posts without script as well: the way in answers with a page then. */
function action(
  url: string,
  label: Html,
  options: { done: string; look?: string; title?: string; fields?: Html; attributes?: Html },
): Html {
  const { done, look = 'quiet', title, fields = html``, attributes = html`` } = options;
  return html`<lantern-form done="${done}" ${attributes}>
    <form method="post" action="${url}">
      ${fields}<button class="button ${look}" ${title !== undefined && html`title="${title}"`}>
        ${label}
      </button>
    </form>
  </lantern-form>`;
}

export function abortForm(view: ProjectView): Html | false {
  if (!view.mayWrite) return false;
  const { name } = view;
  return action(
    projectUrls(view).abort,
    html`Abort<span class="visually-hidden"> the generation of ${name}</span>`,
    {
      done: `The generation of ${name} is being stopped.`,
      look: '',
      attributes: html`confirm="${`Stop generating ${name}?`}" confirm-text="The pages written so
      far are kept for the next generation." confirm-verb="Stop it"`,
    },
  );
}

/** With the settings of the last time. What another owner's name stands for is theirs to generate.
 * Where pages have failed, they are written again even when nothing changed. */
export function regenerateForm(
  view: ProjectView,
  { force = false, look = 'quiet' }: { force?: boolean; look?: string } = {},
): Html | false {
  if (!view.mayWrite || !view.isOwn) return false;
  const { name, repository, branch, provider, model, nextWriter } = view;
  const hidden = (field: string, value: string | null) =>
    value !== null && html`<input type="hidden" name="${field}" value="${value}" />`;
  const failed = view.status === 'ready' && !force ? view.errorPages : 0;
  const label =
    failed > 0
      ? `Retry ${count(failed, 'failed page')}`
      : force
        ? 'Rewrite every page'
        : 'Regenerate';
  return action(
    '/projects',
    html`${label}<span class="visually-hidden"> ${force || failed > 0 ? 'of' : ''} ${name}</span>`,
    {
      done: `${name} is being generated.`,
      look,
      ...(nextWriter !== null && { title: `Uses ${nextWriter}` }),
      fields: html`${hidden('source', repository)}${hidden('branch', branch)}
      ${hidden('ai_provider', provider)}${hidden('ai_model', model)}
      ${force && hidden('force', 'true')}${failed > 0 && hidden('failed', 'true')}`,
    },
  );
}

/** Asks by dialog, without script by a page. */
export function removeForm(view: ProjectView): Html | false {
  if (!view.mayWrite) return false;
  const { name } = view;
  return action(
    projectUrls(view).remove,
    html`Delete<span class="visually-hidden"> ${name}</span>`,
    {
      done: `${name} was deleted.`,
      look: 'quiet delete',
      attributes: asked(removeProject(name)),
    },
  );
}

/** Asks by being folded, so that it needs no script. */
export function removeSection(view: ProjectView): Html | false {
  if (!view.mayWrite) return false;
  const { name } = view;
  return html`<section class="section" aria-labelledby="remove-title">
    <div class="card danger stack">
      <h2 id="remove-title">Delete</h2>
      <p>${removalText}</p>
      <details class="more">
        <summary>Delete this project…</summary>
        <lantern-form next="/">
          <form class="form" method="post" action="${projectUrls(view).remove}">
            ${formError()}<input type="hidden" name="sure" value="yes" />
            <button class="button danger">Delete ${name} for good</button>
          </form>
        </lantern-form>
      </details>
    </div>
  </section>`;
}
