import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, field, formError, textArea, tick } from '#core/web/parts/form.ts';
import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import type { SimilarIssue } from '#core/analysis/issues/places/issue-schema.ts';
import { longestTitle } from '#core/analysis/issues/signed-issue.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';
import { jobUrl } from '../urls.ts';

export interface IssuePageView extends PageFrame {
  readonly job: { readonly id: string; readonly name: string };
  /** The position of the cause, and its first test. */
  readonly group: number;
  readonly test: string;
  readonly targets: readonly IssueTarget[];
  /** Undefined: it is chosen first. */
  readonly target: IssueTarget | undefined;
  readonly links: { readonly canAdd: boolean; readonly wanted: boolean };
  /** Undefined: not written yet, or it could not be. */
  readonly draft:
    | { readonly title: string; readonly body: string; readonly similar: readonly SimilarIssue[] }
    | undefined;
  /** Of the tracker; empty lists: the tracker did not say. */
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly project: string;
  readonly level: string;
  readonly error?: string | undefined;
}

const places = { scm: 'Code host', tracker: 'Issue tracker' } as const;

export function issuePage(view: IssuePageView): string {
  const { assets, user, caller, job, group, test } = view;
  return page({
    title: 'Report as an issue',
    description: `The text of an issue about ${test}, to change and to file.`,
    assets,
    navigation: navigation(caller),
    user,
    body: html`<div class="page-heading">
        <p><a href="${`${jobUrl(job.id)}#g${group}`}">${job.name}</a></p>
        <h1>Report as an issue</h1>
        <p class="lead break">${test}</p>
      </div>
      <div class="stack">
        ${where(view)}
        ${view.draft ? draftForm(view) : view.error !== undefined && notice('bad', view.error)}
      </div>`,
  });
}

/** A GET form: the text is written when its address is opened. */
function where({
  job,
  group,
  targets,
  target,
  links,
  projects,
  project,
  draft,
}: IssuePageView): Html {
  const options = targets.map((value) => ({ value, label: places[value] }));
  return html`<form class="card form" method="get" action="${`${jobUrl(job.id)}/issue`}">
    <input type="hidden" name="group" value="${group}" />
    ${choice('where', { name: 'target', label: 'Where', options, ...(target && { value: target }) })}
    ${target === 'tracker' && projectField(projects, project)}
    ${links.canAdd && tick('where', { name: 'links', label: 'Add links to the analysis and the build', checked: links.wanted })}
    <button class="button ${!draft && 'primary'}">
      ${draft ? 'Write it again' : 'Write the issue'}
    </button>
  </form>`;
}

function projectField(projects: IssuePageView['projects'], project: string): Html {
  const common = { name: 'project', label: 'Project', value: project };
  if (projects.length === 0) return field('where', { ...common, literal: true, maxLength: 255 });
  const options = projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }));
  return choice('where', { ...common, options });
}

function draftForm(view: IssuePageView): Html {
  const { job, group, target, draft, levels, level, project, error } = view;
  if (!draft || !target) return html``;
  return html`${similar(draft.similar)}
    <lantern-form native>
      <form class="card form" method="post" action="${`${jobUrl(job.id)}/issue`}">
        ${formError(error)}
        <input type="hidden" name="group" value="${group}" />
        <input type="hidden" name="target" value="${target}" />
        <input type="hidden" name="project" value="${project}" />
        ${field('issue', { name: 'title', label: 'Title', value: draft.title, required: true, maxLength: longestTitle })}
        ${textArea('issue', {
          ...{ name: 'body', label: 'Text', rows: 16, maxLength: 60_000, value: draft.body },
          hint: 'Markdown. Secrets are masked, and @names mention no one. Your name is added below it.',
        })}
        ${
          levels.length > 0 &&
          choice('issue', {
            name: 'level',
            label: 'Security level',
            value: level,
            options: [
              { value: '', label: 'None' },
              ...levels.map(({ id, name }) => ({ value: id, label: name })),
            ],
          })
        }
        <button class="button primary">
          Create the issue in the ${places[target].toLowerCase()}
        </button>
      </form>
    </lantern-form>`;
}

function similar(issues: readonly SimilarIssue[]): Html | false {
  if (issues.length === 0) return false;
  return html`<section class="card" aria-labelledby="similar-title">
    <h2 id="similar-title">Perhaps reported already</h2>
    <ul class="names">
      ${issues.map(
        ({ url, title, key, number, status }) =>
          html`<li>
            <a href="${url}" rel="noopener noreferrer">${key ?? `#${number ?? 0}`}: ${title}</a>
            <span class="muted">${status}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
