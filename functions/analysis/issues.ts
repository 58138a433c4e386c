import * as z from 'zod/mini';
import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import * as schema from '#core/analysis/issues/places/issue-schema.ts';
import * as choices from '#core/analysis/issues/tracker/choice-schema.ts';
import { assertNamed } from '#core/analysis/people/caller.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { askName, form, page } from './page.ts';
import { jobParams, writeReplies } from '#core/analysis/base/schema/route-parts.ts';

const text = z.optional(z.string());

export const show = page({
  summary: 'Preview the issue for a cause, to edit and file',
  access: 'visitor',
  params: jobParams,
  query: z.object({ group: text, target: text, project: text, links: text }),
  replies: {
    202: { description: 'The analysis is not finished yet' },
    404: { description: 'No such job or cause' },
    409: { description: 'The analysis failed' },
  },
  async show({ platform, params, query, frame }) {
    const { showIssue } = await import('#core/analysis/pages/issue/issue-page.ts');
    return showIssue(platform, frame, params.job_id, query);
  },
});

export const submit = form({
  summary: 'File an issue',
  access: 'person',
  params: jobParams,
  bodyLimit: 300_000,
  replies: {
    200: { description: 'Filed' },
    401: { description: 'The page that asks for a name, or the token was refused' },
    404: { description: 'No such job or cause' },
    422: { description: 'The page again, with what is wrong' },
    502: { description: 'The code host or tracker refused the issue, or did not respond' },
  },
  async act({ platform, caller, params, body }) {
    assertNamed(caller);
    const { fileIssue } = await import('#core/analysis/pages/issue/issue-page.ts');
    const path = await fileIssue(platform, caller, params.job_id, body);
    return { status: 200, data: { status: 'ok' }, page: { path } };
  },
  async again({ platform, request, params, body, frame }, { code, message }) {
    if (code === 'no_name') return askName({ request, body, frame });
    if (['no_job', 'no_group', 'job_open', 'job_failed'].includes(code)) return undefined;
    const { showIssue } = await import('#core/analysis/pages/issue/issue-page.ts');
    return showIssue(platform, frame, params.job_id, body, { error: message });
  },
});

const replies = {
  ...writeReplies,
  400: {
    description:
      'A setting is missing on the server or in the request, or there is no such child job',
  },
  401: { description: 'The code host or tracker refused the token' },
  403: { description: 'Issues are disabled, or you are not in ALLOWED_USERS' },
  502: { description: 'The code host or tracker refused the issue, or did not respond' },
};

/** In bytes: an issue may have 65,536 characters. */
const bodyLimit = 400_000;

const preview = (target: IssueTarget, summary: string) =>
  endpoint({
    summary,
    access: 'writer',
    params: jobParams,
    body: schema.previewBody,
    replies: { 200: { description: 'The text', schema: schema.issuePreview }, ...replies },
    async run({ platform, caller, params, body }) {
      const { previewIssue } = await import('#core/analysis/issues/preview-issue.ts');
      return json(200, await previewIssue(platform, caller, target, params.job_id, body));
    },
  });

const create = (target: IssueTarget, summary: string) =>
  endpoint({
    summary,
    access: 'writer',
    params: jobParams,
    body: schema.createBody,
    bodyLimit,
    replies: { 201: { description: 'The issue', schema: schema.createdIssue }, ...replies },
    async run({ platform, caller, params, body }) {
      const { createIssue } = await import('#core/analysis/issues/create-issue.ts');
      return json(201, await createIssue(platform, caller, target, params.job_id, body));
    },
  });

export const previewScm = preview('scm', 'Preview an issue for the code host');
export const previewTracker = preview('tracker', 'Preview a bug for the tracker');
export const createScm = create('scm', 'File an issue on the code host, once per failure');
export const createTracker = create('tracker', 'File a bug in the tracker, once per failure');

export const link = endpoint({
  summary: 'Link a failure to an existing issue',
  access: 'writer',
  params: jobParams,
  body: schema.linkBody,
  replies: {
    ...writeReplies,
    200: {
      description: 'The issue, with the comment that links to it',
      schema: schema.createdIssue,
    },
  },
  async run({ platform, caller, params, body }) {
    const { linkExisting } = await import('#core/analysis/issues/link-existing.ts');
    return json(200, await linkExisting(platform, caller, params.job_id, body));
  },
});

const refusals = {
  400: { description: 'The server has no tracker, or there is no token for it' },
  401: { description: 'The tracker refused the credentials' },
  403: { description: 'Issues in the tracker are disabled' },
  502: { description: 'The tracker refused the request, or did not respond' },
};

export const projects = endpoint({
  summary: 'List the tracker projects in which issues can be filed',
  access: 'visitor',
  body: choices.projectsBody,
  replies: { 200: { description: 'All entries', schema: choices.projectList }, ...refusals },
  async run({ platform, caller, body }) {
    const { listProjects } = await import('#core/analysis/issues/tracker/list-choices.ts');
    return json(200, await listProjects(platform, caller, body));
  },
});

export const securityLevels = endpoint({
  summary: 'List the security levels of a tracker project, which say who can see an issue',
  access: 'visitor',
  body: choices.securityLevelsBody,
  replies: { 200: { description: 'All entries', schema: choices.securityLevelList }, ...refusals },
  async run({ platform, caller, body }) {
    const { listSecurityLevels } = await import('#core/analysis/issues/tracker/list-choices.ts');
    return json(200, await listSecurityLevels(platform, caller, body));
  },
});
