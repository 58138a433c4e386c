import * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import type { CodeRepository } from './code-repository.ts';
import type { FiledIssue, IssuePlace } from './issue-place.ts';

/** GitHub refuses a longer body; https://github.com/orgs/community/discussions/27190. */
const longestBody = 65_536;
/** A request of the cloud's interface ends after 30 s. */
const milliseconds = { create: 15_000, find: 8_000, search: 5_000 };
const leaseMilliseconds = 20_000;
/** The host's clock may differ from ours. */
const clockDifference = 10 * 60_000;
const mostSimilar = 5;

const filed = z.object({ number: z.int(), html_url: z.string(), title: z.string() });
const listed = z.object({
  ...filed.shape,
  body: z.catch(z.string(), ''),
  created_at: z.catch(z.string(), ''),
});
const found = z.object({ items: z.array(z.object({ ...filed.shape, state: z.string() })) });

export function codeHostPlace(scm: Scm, { origin, owner, repo }: CodeRepository): IssuePlace {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues`;
  return {
    target: 'scm',
    name: `${origin}/${owner}/${repo}`.toLowerCase(),
    ...{ longestBody, leaseMilliseconds },

    async similar(words) {
      const query = new URLSearchParams({
        q: `repo:${owner}/${repo} is:issue ${words.join(' OR ')}`,
        per_page: String(mostSimilar),
      });
      const timeoutMilliseconds = milliseconds.search;
      const answer = await scm.json(`/search/issues?${query.toString()}`, { timeoutMilliseconds });
      const items = found.safeParse(answer).data?.items ?? [];
      return items.map(({ number, title, html_url: url, state: status }) => ({
        ...{ number, title, url, status },
      }));
    },

    async create({ title, body, labels = [] }) {
      const sent = { title, body, ...(labels.length > 0 && { labels }) };
      const timeoutMilliseconds = milliseconds.create;
      const call = { method: 'POST', body: sent, timeoutMilliseconds } as const;
      const { data } = filed.safeParse(await asUpstream(scm.json(path, call)));
      if (data) return issueOf(data);
      const message = 'The code host gave an answer that is not as expected';
      throw new Failure('upstream', 'unreadable', message);
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
            const issues = page.flatMap((entry) => listed.safeParse(entry).data ?? []);
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

function issueOf({ number, html_url: url, title }: z.output<typeof filed>): FiledIssue {
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
