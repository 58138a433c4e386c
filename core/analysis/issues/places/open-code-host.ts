import type { Caller } from '#core/identity/rules.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readUserTokens } from '../../people/user-tokens.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { analysisSettings } from '../../base/settings.ts';
import {
  codeRepository,
  isServerOrigin,
  serverRepository,
  hostClient,
  type CodeRepository,
} from '../../base/configuration/code-repository.ts';
import type { IssueAccess } from './issue-schema.ts';
import type { IssuePlace, FiledIssue } from './issue-place.ts';
import * as z from 'zod/mini';
import type { Scm } from '#core/scm/client.ts';

type Needs = Pick<Platform, 'environment' | 'fetch' | 'clock' | 'records' | 'secrets'>;

/**
 * The repository that issues go to: the request's, else the tests repository of the analysis, else
 * the server's. Stored tokens go only to the code host of the server. Without a token issues of public
 * repositories can be searched; `needsToken`: its absence is Failure('invalid').
 */
export async function openCodeHost(
  needs: Needs,
  caller: Caller,
  access: Pick<IssueAccess, 'scm_repo_url' | 'scm_token'>,
  { testsUrl, needsToken }: { readonly testsUrl?: string | null; readonly needsToken: boolean },
): Promise<IssuePlace> {
  const { environment } = needs;
  if (!readCapabilities(environment).scm_issues_enabled) {
    const message =
      'Issues in the code host are disabled on this server: TESTS_REPO_URL and SCM_TOKEN, or ENABLE_SCM_ISSUES, enable them';
    throw new Failure('forbidden', 'scm_issues_disabled', message);
  }
  const ofJob = codeRepository(testsUrl ?? '');
  const repository =
    access.scm_repo_url.trim() === ''
      ? // Tokens must not go to a host that the person who started the analysis has chosen.
        ofJob && isServerOrigin(environment, ofJob.origin)
        ? ofJob
        : serverRepository(environment)
      : codeRepository(access.scm_repo_url);
  if (!repository) throw noRepository(access.scm_repo_url);
  const isOwn = isServerOrigin(environment, repository.origin);
  const stored = isOwn ? (await readUserTokens(needs, caller)).scm_token : '';
  const token =
    access.scm_token.trim() || stored || (isOwn && analysisSettings(environment).SCM_TOKEN) || '';
  if (needsToken && token === '') {
    const message =
      'No token for the code host: send scm_token, store one under Settings, or set SCM_TOKEN on the server';
    throw new Failure('invalid', 'no_scm_token', message);
  }
  const { origin } = repository;
  const tokenPlace = 'SCM_TOKEN, or your token under Settings';
  return codeHostPlace(hostClient(needs, { origin, token, tokenPlace }), repository);
}

function noRepository(url: string): Failure {
  const message =
    url.trim() === ''
      ? 'No repository for issues: send scm_repo_url, or set TESTS_REPO_URL on the server'
      : 'scm_repo_url must be https://host/owner/repository';
  return new Failure('invalid', 'no_scm_repository', message);
}

/** GitHub refuses a longer body; https://github.com/orgs/community/discussions/27190. */
const maxBodyLength = 65_536;
/** A request of the cloud's interface ends after 30 s. */
const milliseconds = { create: 15_000, find: 8_000, search: 5_000 };
const leaseMilliseconds = 20_000;
/** The host's clock may differ from ours. */
const clockDifference = 10 * 60_000;
const maxSimilar = 5;

const issueSchema = z.object({ number: z.int(), html_url: z.string(), title: z.string() });
const listItem = z.object({
  ...issueSchema.shape,
  body: z.catch(z.string(), ''),
  created_at: z.catch(z.string(), ''),
});
const searchResult = z.object({
  items: z.array(z.object({ ...issueSchema.shape, state: z.string() })),
});

function codeHostPlace(scm: Scm, { origin, owner, repo }: CodeRepository): IssuePlace {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues`;
  return {
    target: 'scm',
    name: `${origin}/${owner}/${repo}`.toLowerCase(),
    longestBody: maxBodyLength,
    leaseMilliseconds,

    async similar(words) {
      const query = new URLSearchParams({
        q: `repo:${owner}/${repo} is:issue ${words.join(' OR ')}`,
        per_page: String(maxSimilar),
      });
      const timeoutMilliseconds = milliseconds.search;
      const answer = await scm.json(`/search/issues?${query.toString()}`, { timeoutMilliseconds });
      const items = searchResult.safeParse(answer).data?.items ?? [];
      return items.map(({ number, title, html_url: url, state: status }) => ({
        number,
        title,
        url,
        status,
      }));
    },

    async create({ title, body, labels = [] }) {
      const fields = { title, body, ...(labels.length > 0 && { labels }) };
      const timeoutMilliseconds = milliseconds.create;
      const options = { timeoutMilliseconds, shape: issueSchema };
      const call = { method: 'POST', body: fields, ...options } as const;
      return issueOf(await asUpstream(scm.json(path, call)));
    },

    // Not by the search, whose index is minutes behind.
    async find(mark, since) {
      const oldest = new Date(since.getTime() - clockDifference).toISOString();
      const pages = scm.pages(`${path}?state=all&sort=created&direction=desc`, {
        timeoutMilliseconds: milliseconds.find,
      });
      return asUpstream(
        (async () => {
          for await (const page of pages) {
            const issues = page.flatMap((entry) => listItem.safeParse(entry).data ?? []);
            const match = issues.find(({ body }) => body.includes(mark));
            if (match) return issueOf(match);
            if (issues.some(({ created_at }) => created_at < oldest)) return undefined;
          }
          return undefined;
        })(),
      );
    },
  };
}

function issueOf({ number, html_url: url, title }: z.output<typeof issueSchema>): FiledIssue {
  return { url, title, key: '', number };
}

/** The refusals of the code host as those of an upstream of this service. */
async function asUpstream<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    // The request names a private address, or has a token that cannot be sent.
    if (!isFailure(error) || error.kind === 'invalid') throw error;
    const { status } = error.extra;
    const isRefused = error.kind === 'upstream' && (status === 401 || status === 403);
    const kind = isRefused ? 'unauthorized' : 'upstream';
    throw new Failure(kind, error.code, error.message, { cause: error });
  }
}
