import type { Platform } from '#core/platform/ports/platform.ts';
import { type Scm, scmClient } from '#core/scm/client.ts';
import { dryRun } from '#core/scm/dry-run.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import type { SendToScm } from '#core/scm/send.ts';
import { graphqlPathOf } from '#core/scm/settings.ts';
import { tokenChoice } from '#core/scm/token-choice.ts';
import type { RepositorySettings } from './repository-settings.ts';

type Needs = Pick<Platform, 'fetch' | 'clock'>;

interface Options {
  readonly signal?: AbortSignal;
  /** Sends only requests that read; `tell` gets a line about each other one. */
  readonly isDryRun?: boolean;
  readonly tell?: (message: string) => void;
}

/**
 * The code host, with the repository's tokens. Reads, PUT, PATCH and DELETE are sent up to 5 times;
 * a POST only with ScmCall.look or mayRepeat, since it may have had its effect. Beyond the rate limit of every
 * token: Failure('too-many', 'rate_limited').
 */
export function scmFor(
  { fetch, clock }: Needs,
  settings: Pick<RepositorySettings, 'scm' | 'tokens'>,
  { signal, isDryRun = false, tell = () => {} }: Options = {},
): Scm {
  const { scm, tokens } = settings;
  let calls = 0;
  const senderOf = (token?: string): SendToScm => {
    const send = restSender(
      { fetch },
      { url: scm.url, trusted: scm.isTrusted, ...(token !== undefined && { token }) },
    );
    return (request) => {
      calls += 1;
      return send(request);
    };
  };
  const one = tokenChoice(clock, tokens.length === 0 ? [senderOf()] : tokens.map(senderOf));
  const client = scmClient(
    { clock, send: isDryRun ? dryRun(one, tell) : one },
    {
      secrets: tokens,
      graphqlPath: graphqlPathOf(scm.url),
      tokenPlace: 'scm-tokens in config.yaml',
      ...(signal && { signal }),
    },
  );
  return { ...client, calls: () => calls };
}
