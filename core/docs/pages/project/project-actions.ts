import { offline } from '#core/ai/provider-ids.ts';
import { asked } from '#core/web/parts/asked.ts';
import { html, type Html } from '#core/web/html.ts';
import { formError } from '#core/web/parts/form.ts';
import { count } from '#core/text/count.ts';
import { projectOf } from '../../variant.ts';
import { generateOptions, type GenerateView } from '../generate/generate-form.ts';
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
 * Where pages have failed, only these are written. */
export function regenerateForm(
  view: ProjectView,
  { look = 'quiet' }: { look?: string } = {},
): Html | false {
  if (!view.mayWrite || !view.isOwn) return false;
  const { name, repository, branch, provider, model, nextWriter } = view;
  const failed = view.status === 'ready' ? view.errorPages : 0;
  const options = {
    done: `${name} is being generated.`,
    look,
    ...(nextWriter !== null && { title: `Uses ${nextWriter}` }),
  };
  if (failed > 0) {
    const label = `Retry ${count(failed, 'failed page')}`;
    return action(
      projectUrls(view).retry,
      html`${label}<span class="visually-hidden"> of ${name}</span>`,
      options,
    );
  }
  return action('/projects', html`Regenerate<span class="visually-hidden"> ${name}</span>`, {
    ...options,
    fields: html`${hidden('source', repository)}${hidden('name', projectOf(name))}${hidden('branch', branch)}
    ${provider !== offline && html`${hidden('ai_provider', provider)}${hidden('ai_model', model)}`}`,
  });
}

/** With other settings than those of the last time, with which the form begins. */
export function regenerateOptions(view: ProjectView, generate: GenerateView): Html {
  const { name, repository, branch, provider, model } = view;
  const values = {
    branch: branch ?? undefined,
    ai_provider: provider === offline ? undefined : (provider ?? undefined),
    ai_model: model ?? undefined,
  };
  return html`<lantern-form done="${name} is being generated.">
    <form class="form" method="post" action="/projects">
      ${formError()} ${hidden('source', repository)} ${hidden('name', projectOf(name))}
      ${generateOptions({ ...generate, values, isNamed: true })}
      <button class="button">Regenerate with these options</button>
    </form>
  </lantern-form>`;
}

function hidden(field: string, value: string | null): Html | false {
  return value !== null && html`<input type="hidden" name="${field}" value="${value}" />`;
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

/** The question is asked by unfolding it, which needs no script. */
export function removeBody(view: ProjectView): Html {
  return html`<p>${removalText(view.name)}</p>
    <lantern-form next="/">
      <form class="form" method="post" action="${projectUrls(view).remove}">
        ${formError()}<input type="hidden" name="sure" value="yes" />
        <button class="button danger">Delete ${view.name} for good</button>
      </form>
    </lantern-form>`;
}
