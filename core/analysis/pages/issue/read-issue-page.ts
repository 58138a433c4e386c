import { issueTargets, type IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { assertAllowed } from '#core/analysis/people/assert-allowed.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { createIssue } from '#core/analysis/issues/create-issue.ts';
import {
  createBody,
  previewBody,
  type IssuePreview,
} from '#core/analysis/issues/places/issue-schema.ts';
import { enabledTargets } from '#core/analysis/issues/job-issues.ts';
import { previewIssue } from '#core/analysis/issues/preview-issue.ts';
import { readCompleted } from '#core/analysis/jobs/read-job.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { listProjects, listSecurityLevels } from '#core/analysis/issues/tracker/list-choices.ts';
import type { PageFrame } from '../analysis-site.ts';
import type { Group } from '../job/view/groups.ts';
import { readGroups } from '../job/read-job-page.ts';
import { jobUrl } from '../urls.ts';
import { jobName } from '../words.ts';
import type { IssuePageView } from './issue-page.ts';

type Needs = Parameters<typeof previewIssue>[0];
type Fields = Readonly<Record<string, string | undefined>>;
type Content = Omit<IssuePageView, keyof PageFrame>;

const targetField = z.enum(issueTargets);

/** What the page of an issue shows. Without `written` its text is written now. */
export async function readIssuePage(
  needs: Needs,
  caller: Caller,
  job_id: string,
  fields: Fields,
  written?: { readonly error: string },
): Promise<Content> {
  const { environment } = needs;
  const job = await readCompleted(needs, job_id);
  const group = groupNamed(await readGroups(needs, job), fields['group']);
  const server = analysisSettings(environment);
  const can = readCapabilities(environment);
  const target = targetField.safeParse(fields['target']).data;
  const project = fields['project']?.trim() || can.server_tracker_project_key;
  const wanted = fields['links'] === 'true';
  const [preview, projects, levels] = await Promise.all([
    target && !written
      ? tried(() => write(needs, caller, job_id, { group, target, project, wanted }))
      : undefined,
    target === 'tracker' ? tried(() => listProjects(needs, caller, noLogin)) : undefined,
    target === 'tracker' && project !== ''
      ? tried(() => listSecurityLevels(needs, caller, { ...noLogin, project_key: project }))
      : undefined,
  ]);
  const { title = '', body = '' } = fields;
  return {
    job: { id: job_id, name: jobName(job) },
    group: group.position,
    test: group.tests[0]?.name ?? '',
    targets: enabledTargets(environment),
    target,
    links: { canAdd: server.PUBLIC_BASE_URL !== undefined, wanted },
    draft: written ? target && { title, body, similar: [] } : draftOf(preview),
    ...{ projects: valueOf(projects), levels: valueOf(levels) },
    ...{ project, level: fields['level'] ?? '' },
    error: written?.error ?? (preview && 'error' in preview ? preview.error : undefined),
  };
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
  const group = groupNamed(await readGroups(needs, job), fields['group']);
  const target = targetField.safeParse(fields['target']).data;
  if (!target) throw new Failure('unprocessable', 'no_target', 'Where: choose one.');
  const { title = '', body = '', project = '', level = '' } = fields;
  if (title.trim() === '') throw new Failure('unprocessable', 'no_title', 'Title: write one.');
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

function groupNamed(groups: readonly Group[], name: string | undefined): Group {
  const group = groups.find(({ position }) => String(position) === name);
  if (group) return group;
  throw new Failure('missing', 'no_group', 'This cause is not part of the analysis any more');
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
