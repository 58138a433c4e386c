import type { Platform } from '#core/platform/ports/platform.ts';
import { scmClient, type Scm } from '#core/scm/client.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import { publicApi, scmSettings } from '#core/scm/settings.ts';
import { isServerOrigin, publicHost } from './code-repository.ts';

interface Host {
  readonly origin: string;
  /** Empty: none. */
  readonly token: string;
  /** For the message that it was refused. */
  readonly tokenPlace: string;
}

/** The client of a code host. It does not wait for the rate limit: a person waits for the answer. */
export function hostClient(
  { environment, fetch, clock }: Pick<Platform, 'environment' | 'fetch' | 'clock'>,
  { origin, token, tokenPlace }: Host,
): Scm {
  const { SCM_API_URL } = scmSettings(environment);
  const isConfigured = SCM_API_URL !== undefined && isServerOrigin(environment, origin);
  const url = isConfigured ? SCM_API_URL : apiOf(origin);
  const send = restSender(
    { fetch },
    { url, trusted: isConfigured, ...(token !== '' && { token }) },
  );
  const patience = { patienceMilliseconds: 0, failedDelays: [] };
  return scmClient({ clock, send }, { ...patience, secrets: [token], tokenPlace });
}

/** An enterprise server has its REST API below `/api/v3`. */
function apiOf(origin: string): string {
  return origin === publicHost ? publicApi : `${origin}/api/v3`;
}
