import { html, type Html } from '#core/web/html.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { choice, field, formError, textArea, tick } from '#core/web/parts/form.ts';
import { type IssueTarget, issueTargets } from '../../base/tables/issue-table.ts';
import {
  type SimilarIssue,
  createBody,
  previewBody,
  type IssuePreview,
} from '../../issues/places/issue-schema.ts';
import { maxTitleLength } from '../../issues/signed-issue.ts';
import type { PageFrame } from '../analysis-site.ts';
import { sitePage } from '../site-page.ts';
import { jobUrl } from '../urls.ts';
import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { assertAllowed } from '../../people/caller.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { createIssue } from '../../issues/create-issue.ts';
import { enabledTargets } from '../../issues/job-issues.ts';
import { previewIssue } from '../../issues/preview-issue.ts';
import { readCompleted } from '../../jobs/read-job.ts';
import { analysisSettings } from '../../base/settings.ts';
import { listProjects, listSecurityLevels } from '../../issues/tracker/list-choices.ts';
import type { Group } from '../job/view/groups.ts';
import { readGroup } from '../job/read-job-page.ts';
import { jobName } from '../words.ts';

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
  /** The tracker's projects; empty lists: the tracker did not say. */
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly project: string;
  readonly level: string;
  readonly error?: string | undefined;
}

const off =
  'Issues are off: the operator of this server has to set TESTS_REPO_URL and SCM_TOKEN, or TRACKER_URL.';
const places = { scm: 'Code host', tracker: 'Issue tracker' } as const;

export function issuePage(view: IssuePageView): string {
  const { job, group, test } = view;
  return sitePage(view, {
    title: 'Report as an issue',
    description: `An issue about ${test}, to edit and file.`,
    body: html`<div class="page-heading">
        <p><a href="${`${jobUrl(job.id)}#g${group}`}">${job.name}</a></p>
        <h1>Report as an issue</h1>
        <p class="lead break">${test}</p>
      </div>
      <div class="stack">
        ${view.targets.length > 0 ? where(view) : notice('info', off)}
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
      ${draft ? 'Draft it again' : 'Draft the issue'}
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
  return html`${similar(view, draft.similar)}
    <lantern-form native>
      <form class="card form" method="post" action="${`${jobUrl(job.id)}/issue`}">
        ${formError(error)}
        <input type="hidden" name="group" value="${group}" />
        <input type="hidden" name="target" value="${target}" />
        <input type="hidden" name="project" value="${project}" />
        ${field('issue', { name: 'title', label: 'Title', value: draft.title, required: true, maxLength: maxTitleLength })}
        ${textArea('issue', {
          name: 'body',
          label: 'Text',
          rows: 16,
          maxLength: 60_000,
          value: draft.body,
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

function similar({ job, group }: IssuePageView, issues: readonly SimilarIssue[]): Html | false {
  if (issues.length === 0) return false;
  return html`<section class="card" aria-labelledby="similar-title">
    <h2 id="similar-title">Possibly already reported</h2>
    <ul class="names">
      ${issues.map(
        ({ url, title, key, number, status }) =>
          html`<li>
            <a href="${url}" rel="noopener noreferrer">${key ?? `#${number ?? 0}`}: ${title}</a>
            <span class="muted">${status}</span>
            <form class="inline" method="post" action="${jobUrl(job.id)}">
              <input type="hidden" name="task" value="link-issue" />
              <input type="hidden" name="group" value="${group}" />
              <input type="hidden" name="url" value="${url}" />
              <input type="hidden" name="title" value="${title}" />
              <input type="hidden" name="back" value="${`${jobUrl(job.id)}#g${group}`}" />
              <button class="button quiet">
                Link to this one<span class="visually-hidden">: ${title}</span>
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

type Needs = Parameters<typeof previewIssue>[0];
type Fields = Readonly<Record<string, string | undefined>>;

const targetField = z.enum(issueTargets);

/** Without `written` the text is written now. */
export async function showIssue(
  needs: Needs,
  frame: PageFrame,
  job_id: string,
  fields: Fields,
  draft?: { readonly error: string },
): Promise<string> {
  const { environment } = needs;
  const { caller } = frame;
  const job = await readCompleted(needs, job_id);
  const group = await readGroup(needs, job, fields['group']);
  const server = analysisSettings(environment);
  const can = readCapabilities(environment);
  const target = targetField.safeParse(fields['target']).data;
  const project = fields['project']?.trim() || can.server_tracker_project_key;
  const addLinks = fields['links'] === 'true';
  const [preview, projects, levels] = await Promise.all([
    target && !draft
      ? tried(() => write(needs, caller, job_id, { group, target, project, wanted: addLinks }))
      : undefined,
    target === 'tracker' ? tried(() => listProjects(needs, caller, noLogin)) : undefined,
    target === 'tracker' && project !== ''
      ? tried(() => listSecurityLevels(needs, caller, { ...noLogin, project_key: project }))
      : undefined,
  ]);
  const { title = '', body = '' } = fields;
  return issuePage({
    ...frame,
    job: { id: job_id, name: jobName(job) },
    group: group.position,
    test: group.tests[0]?.name ?? '',
    targets: enabledTargets(environment),
    target,
    links: { canAdd: server.PUBLIC_BASE_URL !== undefined, wanted: addLinks },
    draft: draft ? target && { title, body, similar: [] } : draftOf(preview),
    projects: valueOf(projects),
    levels: valueOf(levels),
    project,
    level: fields['level'] ?? '',
    error: draft?.error ?? (preview && 'error' in preview ? preview.error : undefined),
  });
}

const noLogin = { tracker_token: '', tracker_email: '' };

/** Files the issue of the form; gives the page that follows. */
export async function fileIssue(
  needs: Needs,
  caller: Caller,
  job_id: string,
  fields: Fields,
): Promise<string> {
  const job = await readCompleted(needs, job_id);
  const group = await readGroup(needs, job, fields['group']);
  const target = targetField.safeParse(fields['target']).data;
  if (!target) throw new Failure('unprocessable', 'no_target', 'Choose where to file the issue.');
  const { title = '', body = '', project = '', level = '' } = fields;
  if (title.trim() === '') throw new Failure('unprocessable', 'no_title', 'Enter a title.');
  const request = { ...placeOf(group), title, body, tracker_project_key: project };
  await createIssue(
    needs,
    caller,
    target,
    job_id,
    createBody.parse({ ...request, tracker_security_level: level }),
  );
  return `${jobUrl(job_id)}#g${group.position}`;
}

async function write(
  needs: Needs,
  caller: Caller,
  job_id: string,
  {
    group,
    target,
    project,
    wanted,
  }: {
    readonly group: Group;
    readonly target: IssueTarget;
    readonly project: string;
    readonly wanted: boolean;
  },
) {
  assertAllowed(needs.environment, caller);
  const request = { ...placeOf(group), tracker_project_key: project, include_links: wanted };
  return previewIssue(needs, caller, target, job_id, previewBody.parse(request));
}

function placeOf({ tests, child_job_name, child_build_number }: Group) {
  return { test_name: tests[0]?.name ?? '', child_job_name, child_build_number };
}

function draftOf(preview: Tried<IssuePreview> | undefined): IssuePageView['draft'] {
  if (!preview || 'error' in preview) return undefined;
  const { title, body, similar_issues: similar } = preview.value;
  return { title, body, similar };
}

type Tried<Value> = { readonly value: Value } | { readonly error: string };

/** A refusal is a sentence of the page. */
async function tried<Value>(call: () => Promise<Value>): Promise<Tried<Value>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (isFailure(error)) return { error: error.message };
    throw error;
  }
}

function valueOf<Value>(tried: Tried<readonly Value[]> | undefined): readonly Value[] {
  return tried && 'value' in tried ? tried.value : [];
}
