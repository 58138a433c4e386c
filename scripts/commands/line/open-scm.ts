import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { readExtraCertificates } from '#core/platform/adapters/net/fetch/certificates.ts';
import { isInstalled, programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { scmClient, type Scm } from '#core/scm/client.ts';
import { ghSender } from '#core/scm/gh-sender.ts';
import { restSender } from '#core/scm/rest-sender.ts';
import type { SendToScm } from '#core/scm/send.ts';
import { graphqlPathOf, publicApi, scmSettings } from '#core/scm/settings.ts';

const clock = systemClock();

interface OpenedScm {
  readonly scm: Scm;
  /** `gh`, or the variable of the token: what the last request was sent with. */
  readonly means: () => string;
}

interface Options {
  readonly directory: string;
  /** `gh` or `rest`. Undefined: through `gh` where it is installed and logged in, else with a token. */
  readonly via: string | undefined;
}

export async function openScm(
  variables: Environment,
  { directory, via }: Options,
): Promise<OpenedScm> {
  const { SCM_API_URL = publicApi, SCM_TOKEN } = scmSettings(variables);
  const rest = via === 'gh' ? undefined : restOf(variables);
  const hasGh = via !== 'rest' && (await isInstalled('gh', variables['PATH'] ?? ''));
  if (!hasGh && !rest) {
    const missing = { gh: 'gh is not in PATH', rest: 'set SCM_TOKEN or GH_TOKEN for --via rest' };
    const problem = missing[via as keyof typeof missing] ?? 'no code-host CLI and no token found';
    throw new Failure('configuration', 'no_access', problem);
  }
  const needs = { run: programRunner({ clock }), environment: variables };
  const gh = hasGh ? ghSender(needs, { url: SCM_API_URL, directory }) : undefined;
  let isGh = hasGh;
  const fallBack = () => (isGh = false);
  const send = gh && rest ? orElse(gh, rest, fallBack) : ((gh ?? rest) as SendToScm);
  const scm = scmClient({ clock, send }, { graphqlPath: graphqlPathOf(SCM_API_URL) });
  return { scm, means: () => (isGh ? 'gh' : SCM_TOKEN === undefined ? 'GH_TOKEN' : 'SCM_TOKEN') };
}

/** Undefined: the host does not say it, as for the token of a build job. */
export async function readLogin(scm: Scm): Promise<string | undefined> {
  try {
    const { login } = (await scm.json('/user')) as { readonly login?: unknown };
    return typeof login === 'string' ? login : undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

function restOf(variables: Environment): SendToScm | undefined {
  const { SCM_API_URL, SCM_TOKEN, GH_TOKEN } = scmSettings(variables);
  const token = SCM_TOKEN ?? GH_TOKEN;
  if (token === undefined) return undefined;
  const { ALLOW_PRIVATE_HOSTS: allowPrivate } = commonSettings(variables);
  const certificates = readExtraCertificates(variables);
  const fetch = netFetch({
    allowPrivate,
    clock,
    log: () => {},
    ...(certificates && { certificates }),
  });
  const url = SCM_API_URL ?? publicApi;
  return restSender({ fetch }, { url, token, trusted: SCM_API_URL !== undefined });
}

/** Where `gh` is not logged in, or not to this host, as in most build jobs, the token is used. */
function orElse(gh: SendToScm, rest: SendToScm, onFallBack: () => void): SendToScm {
  let send = gh;
  return async (request) => {
    const reply = await send(request).catch((error: unknown) => {
      if (send === rest || !isFailure(error, 'upstream', 'not_logged_in')) throw error;
    });
    if (reply && (send === rest || reply.status !== 401)) return reply;
    send = rest;
    onFallBack();
    return rest(request);
  };
}
