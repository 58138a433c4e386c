import type { Platform } from '#core/platform/ports/platform.ts';
import { type AppLogin, type AppLogins, appSender } from '#core/scm/app-sender.ts';
import { type Scm, scmClient } from '#core/scm/client.ts';
import { dryRun } from '#core/scm/dry-run.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import type { SendToScm } from '#core/scm/send.ts';
import { graphqlPathOf } from '#core/scm/settings.ts';
import { tokenChoice } from '#core/scm/token-choice.ts';
import type { RepositorySettings } from './repository-settings.ts';

type Needs = Pick<Platform, 'fetch' | 'clock'>;
type Access = Pick<RepositorySettings, 'scm' | 'tokens'> &
  Partial<Pick<RepositorySettings, 'app' | 'fullName'>>;

/** An hour's token serves all deliveries of a process. */
const logins = new WeakMap<Needs['fetch'], AppLogins>();

interface Options {
  readonly signal?: AbortSignal;
  /** Sends only requests that read; `tell` gets a line about each other one. */
  readonly isDryRun?: boolean;
  readonly tell?: (message: string) => void;
}

/**
 * The code host, with the repository's tokens. Reads, PUT, PATCH and DELETE are sent up to 5 times; a POST
 * only with ScmCall.look or mayRepeat, since it may have had its effect. Beyond the rate limit of every
 * token: Failure('too-many', 'rate_limited').
 */
export function scmFor(
  { fetch, clock }: Needs,
  settings: Access,
  { signal, isDryRun = false, tell = () => {} }: Options = {},
): Scm {
  const { scm, tokens, app } = settings;
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
  const one = app
    ? installationOf({ fetch, clock }, settings, senderOf).send
    : tokenChoice(clock, tokens.length === 0 ? [senderOf()] : tokens.map(senderOf));
  const client = scmClient(
    { clock, send: isDryRun ? dryRun(one, tell) : one },
    {
      secrets: app ? [app.privateKey] : tokens,
      graphqlPath: graphqlPathOf(scm.url),
      tokenPlace: `${app ? 'scm-app-id' : 'scm-tokens'} in config.yaml`,
      ...(signal && { signal }),
    },
  );
  return { ...client, calls: () => calls };
}

/** With what the repository is cloned. Undefined: without a login. */
export async function cloneToken(needs: Needs, settings: Access): Promise<string | undefined> {
  return settings.app ? (await appLogin(needs, settings)).token : settings.tokens[0];
}

function installationOf(
  { fetch, clock }: Needs,
  { app, fullName: repository = '' }: Access,
  sendAs: (token: string) => SendToScm,
) {
  if (!app) throw new Error('No app is configured');
  const own = logins.get(fetch) ?? new Map<string, Promise<AppLogin>>();
  logins.set(fetch, own);
  return appSender({ clock, sendAs }, app, { repository, logins: own });
}

/** What the app may do in the repository, by the host's answer to its login. */
export async function appPermissions(
  needs: Needs,
  settings: Access,
): Promise<AppLogin['permissions']> {
  return (await appLogin(needs, settings)).permissions;
}

function appLogin(needs: Needs, settings: Access): Promise<AppLogin> {
  const { url, isTrusted: trusted } = settings.scm;
  const sendAs = (token: string) => restSender(needs, { url, trusted, token });
  return installationOf(needs, settings, sendAs).login();
}
