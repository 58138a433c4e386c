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

/** Through `gh` where it is installed and logged in, else with a token. */
export async function openScm(variables: Environment, directory: string): Promise<Scm> {
  const { SCM_API_URL = publicApi } = scmSettings(variables);
  const rest = restOf(variables);
  const hasGh = await isInstalled('gh', variables['PATH'] ?? '');
  const none = new Failure('configuration', 'no_access', 'no code-host CLI and no token found');
  if (!hasGh && !rest) throw none;
  const needs = { run: programRunner({ clock }), environment: variables };
  const gh = hasGh ? ghSender(needs, { url: SCM_API_URL, directory }) : undefined;
  const send = gh && rest ? orElse(gh, rest) : ((gh ?? rest) as SendToScm);
  const graphqlPath = graphqlPathOf(SCM_API_URL);
  return scmClient({ clock, send }, { graphqlPath });
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
function orElse(gh: SendToScm, rest: SendToScm): SendToScm {
  let send = gh;
  return async (request) => {
    const reply = await send(request).catch((error: unknown) => {
      if (send === rest || !isFailure(error, 'upstream', 'not_logged_in')) throw error;
    });
    if (reply && (send === rest || reply.status !== 401)) return reply;
    send = rest;
    return rest(request);
  };
}
