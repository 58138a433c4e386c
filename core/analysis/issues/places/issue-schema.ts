import * as z from 'zod/mini';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';
import { providerIds } from '#core/ai/provider-ids.ts';
import { issueUrl } from '../../base/schema/issue-url.ts';
import { notBlank } from '../../base/schema/request.ts';
import { target } from '../../base/schema/result.ts';

const text = z._default(z.string(), '');

/** Empty: the caller's stored ones, or the server's. */
const access = {
  scm_token: text,
  tracker_token: text,
  tracker_email: text,
  tracker_project_key: text,
  tracker_security_level: text,
  scm_repo_url: text.check(z.maxLength(maxUrlLength, urlTooLong)),
};
export type IssueAccess = z.output<z.ZodMiniObject<typeof access>>;

export const previewBody = z.object({
  ...target,
  ...access,
  include_links: z._default(z.boolean(), false),
  /** Empty: the server's. */
  ai_provider: z._default(z.enum(['', ...providerIds]), ''),
  ai_model: text,
});

export const createBody = z.object({
  ...target,
  ...access,
  title: z.string().check(notBlank),
  body: z.string(),
});

/** POST /results/{job_id}/link-issue */
export const linkBody = z.object({
  ...target,
  url: issueUrl,
  /** Empty: the address stands for it. */
  title: text,
});

export const similarIssue = z.object({
  number: z.optional(z.int()),
  key: z.optional(z.string()),
  title: z.string(),
  url: z.string(),
  status: z.string(),
});
export type SimilarIssue = z.output<typeof similarIssue>;

export const issuePreview = z.object({
  title: z.string(),
  body: z.string(),
  similar_issues: z.array(similarIssue),
});
export type IssuePreview = z.output<typeof issuePreview>;

export const createdIssue = z.object({
  url: z.string(),
  title: z.string(),
  /** Empty in the code host. */
  key: z.string(),
  /** 0 in the tracker. */
  number: z.int(),
  /** The id of the comment that links to the issue; 0: there is none. */
  comment_id: z.int(),
});
