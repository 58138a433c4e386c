import { Failure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { withoutSlashes } from '#core/text/url.ts';
import type { Bridge } from '../configuration/repository-settings.ts';
import type { HandlerContext } from '../pulls/context.ts';

interface Posted {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses above 299 that are no failure. */
  readonly accepts?: readonly number[];
}

const retries = 4;

/** Posts to another service of ours. Its address is the operator's, so it may be a private one (S4).
 * The service has to take a repeated request for the same. */
export async function postTo(
  { platform, signal }: Pick<HandlerContext, 'platform' | 'signal'>,
  { url, key }: Bridge,
  path: string,
  { body, headers = {}, accepts = [] }: Posted,
): Promise<FetchReply> {
  const reply = await platform.fetch(withoutSlashes(url) + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(body),
    retries,
    signal,
    trusted: true,
    timeoutMilliseconds: 120_000,
  });
  if (reply.status < 300 || accepts.includes(reply.status)) return reply;
  const message = `The service answered ${reply.status} to POST ${path}: ${detailOf(reply)}`;
  // A service that is restarted answers later: the step is tried again.
  throw new Failure('upstream', 'bridge', message, { extra: { status: reply.status } });
}

function detailOf(reply: FetchReply): string {
  const text = reply.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail.slice(0, 500);
  } catch {
    // Not from the service itself: probably a proxy's page.
  }
  return 'it gave no reason. Check the url and key of this service in config.yaml.';
}
