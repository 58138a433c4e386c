import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import * as schema from '#core/analysis/issues/places/issue-schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams, writeReplies } from './job-route.ts';

const replies = {
  ...writeReplies,
  400: { description: 'The server or the request lacks a setting, or there is no such child job' },
  401: { description: 'The code host or tracker refuses the token' },
  403: { description: 'Issues are disabled, or the caller is not in ALLOWED_USERS' },
  502: { description: 'The code host or tracker refuses the issue, or does not answer' },
};

/** Of bytes: an issue may have 65,536 characters. */
const bodyLimit = 400_000;

const preview = (target: IssueTarget, summary: string) =>
  endpoint({
    ...{ summary, access: 'writer', params: jobParams, body: schema.previewBody },
    replies: { 200: { description: 'The text', schema: schema.issuePreview }, ...replies },
    async run({ platform, caller, params, body }) {
      const { previewIssue } = await import('#core/analysis/issues/preview-issue.ts');
      return json(200, await previewIssue(platform, caller, target, params.job_id, body));
    },
  });

const create = (target: IssueTarget, summary: string) =>
  endpoint({
    ...{ summary, access: 'writer', params: jobParams, body: schema.createBody, bodyLimit },
    replies: { 201: { description: 'The issue', schema: schema.createdIssue }, ...replies },
    async run({ platform, caller, params, body }) {
      const { createIssue } = await import('#core/analysis/issues/create-issue.ts');
      return json(201, await createIssue(platform, caller, target, params.job_id, body));
    },
  });

export const previewScm = preview('scm', 'Writes the text of an issue in the code host');
export const previewTracker = preview('tracker', 'Writes the text of a bug in the tracker');
export const createScm = create('scm', 'Files an issue in the code host, once for a failure');
export const createTracker = create('tracker', 'Files a bug in the tracker, once for a failure');
