import * as z from 'zod/mini';
import { providerIds } from '#core/ai/provider-ids.ts';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';
import { hasCredentials } from './repository.ts';

export const text = z.optional(z.nullable(z.string()));
export const flag = z.optional(z.nullable(z.boolean()));
export const positive = z.optional(z.nullable(z.int().check(z.positive())));

export const notBlank = z.refine<string>((text) => text.trim() !== '', 'must not be blank');
const provider = z.enum(providerIds as [string, ...string[]]);
export const filled = z.string().check(notBlank);

export const peerEntry = z.strictObject({ ai_provider: provider, ai_model: filled });
export type PeerEntry = z.output<typeof peerEntry>;

/** The folder of a workspace for the artifacts of a build. */
export const artifactsFolder = 'build-artifacts';

/** Folders of a workspace that are not a repository's. */
const reservedNames = new Set([artifactsFolder]);

function isFolderName(name: string): boolean {
  if (name.trim() === '' || name.startsWith('.') || name.includes('..')) return false;
  return !/[/\\\0]/.test(name) && !reservedNames.has(name.toLowerCase());
}

const url = z.string().check(z.maxLength(maxUrlLength, urlTooLong));
export const webUrl = z.optional(z.nullable(url));

/** Tokens have a field of their own, which no answer shows. */
const repositoryUrl = url.check(
  z.refine((url) => !hasCredentials(url), 'must not hold a user or token'),
);

export const repoEntry = z.strictObject({
  /** The folder of its clone. */
  name: z.string().check(
    z.refine(isFolderName, {
      error: 'must be a folder name: not blank, without /, \\ and .., not reserved',
    }),
  ),
  url: repositoryUrl,
  /** Empty: the remote's default branch. */
  ref: z._default(z.string(), ''),
  token: z._default(z.nullable(z.string()), null),
});
export type RepoEntry = z.output<typeof repoEntry>;

/** Each is a clone, or in every round of a debate a call of a model; anyone may start an analysis. */
const maxRepositories = 20;
const maxPeers = 10;
/** It is a part of every question to a model. */
export const maxPromptLength = 20_000;

/** A text has a length, too. */
function atMost(count: number, what: string) {
  const check = z.maxLength(count, `must be at most ${count} ${what}`);
  check._zod.def.when = ({ value }) => Array.isArray(value);
  return check;
}

export const repoEntries = z.array(repoEntry).check(
  atMost(maxRepositories, 'repositories'),
  z.refine(
    // Some file systems do not tell case apart.
    (entries) => new Set(entries.map(({ name }) => name.toLowerCase())).size === entries.length,
    'must have unique names',
  ),
);

/** Fields of every analysis request. Absent and null: the server's setting. */
export const sharedFields = {
  tests_repo_url: z.optional(z.nullable(repositoryUrl)),
  tests_repo_token: text,
  ai_provider: z.optional(z.nullable(provider)),
  ai_model: text,
  enable_tracker: flag,
  /** Minutes. */
  ai_cli_timeout: positive,
  tracker_url: webUrl,
  tracker_email: text,
  tracker_api_token: text,
  tracker_pat: text,
  tracker_project_key: text,
  tracker_ssl_verify: flag,
  tracker_max_results: positive,
  max_concurrent_ai_calls: positive,
  raw_prompt: z.optional(
    z.nullable(
      z
        .string()
        .check(z.maxLength(maxPromptLength, `must be at most ${maxPromptLength} characters`)),
    ),
  ),
  scm_token: text,
  peer_ai_configs: z.optional(z.nullable(z.array(peerEntry).check(atMost(maxPeers, 'peers')))),
  peer_analysis_max_rounds: z.optional(z.int().check(z.gte(1), z.lte(10))),
  additional_repos: z.optional(z.nullable(repoEntries)),
};

export const sharedRequest = z.strictObject(sharedFields);
export type SharedRequest = z.output<typeof sharedRequest>;

export const failureInput = z.strictObject({
  test_name: z.string(),
  error_message: z._default(z.string(), ''),
  stack_trace: z._default(z.string(), ''),
  /** Seconds. */
  duration: z._default(z.number(), 0),
  status: z._default(z.string(), 'FAILED'),
});
export type FailureInput = z.output<typeof failureInput>;
