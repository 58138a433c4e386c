import { assertArgument } from '#core/ai/providers.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readWebUrl } from '#core/text/url.ts';
import type { EffectiveParams, SecretParams } from '../schema/params.ts';
import type { RepoEntry, SharedRequest } from '../schema/request.ts';
import { analysisSettings } from '../settings.ts';
import { chooseModel, serverPeers } from './model.ts';
import { originOf, readRepository } from '../schema/repository.ts';

export interface Effective {
  readonly params: EffectiveParams;
  readonly secrets: SecretParams;
}

/** Where SCM_TOKEN belongs without a tests repository. */
const defaultCodeHost = 'https://github.com';

/**
 * The settings of an analysis: the request's over those stored with an earlier analysis, or over the
 * server's. The server's credentials go only to the origin that they are configured for. Stored ones
 * may belong to the person who started the analysis, and another one may repeat it: they go only to
 * the same repository.
 */
export function effectiveSettings(
  environment: Environment,
  request: SharedRequest,
  stored?: Effective,
): Effective {
  const base = stored ?? ofServer(environment);
  const fields = withoutBlanks(request);
  const model = chooseModel(environment, {
    ai_provider: fields.ai_provider ?? stored?.params.ai_provider,
    ai_model: fields.ai_model ?? stored?.params.ai_model,
  });
  const peers =
    fields.peer_ai_configs ?? stored?.params.peer_ai_configs ?? serverPeers(environment);
  for (const { ai_model } of peers) assertArgument('ai_model of a peer', ai_model);
  const repos = fields.additional_repos;
  const tests = testsRepository(fields, base, stored !== undefined);
  const tracker = trackerSettings(fields, base);
  return {
    params: {
      ...base.params,
      ...tests.params,
      ...model,
      ...tracker.params,
      ai_cli_timeout: fields.ai_cli_timeout ?? base.params.ai_cli_timeout,
      max_concurrent_ai_calls:
        fields.max_concurrent_ai_calls ?? base.params.max_concurrent_ai_calls,
      raw_prompt: fields.raw_prompt ?? base.params.raw_prompt,
      peer_ai_configs: peers,
      peer_analysis_max_rounds:
        fields.peer_analysis_max_rounds ?? base.params.peer_analysis_max_rounds,
      additional_repos: repos ? publicRepos(repos) : base.params.additional_repos,
    },
    secrets: {
      ...tests.secrets,
      ...tracker.secrets,
      additional_repo_tokens: repos ? repoTokens(repos) : base.secrets.additional_repo_tokens,
    },
  };
}

type Base = { readonly params: Omit<EffectiveParams, 'ai_provider' | 'ai_model'> } & Pick<
  Effective,
  'secrets'
>;

function ofServer(environment: Environment): Base {
  const server = analysisSettings(environment);
  return {
    params: {
      tests_repo_url: server.TESTS_REPO_URL?.url ?? null,
      tests_repo_ref: server.TESTS_REPO_URL?.ref || null,
      ai_cli_timeout: server.AI_CLI_TIMEOUT,
      max_concurrent_ai_calls: server.MAX_CONCURRENT_AI_CALLS,
      raw_prompt: null,
      peer_ai_configs: [],
      peer_analysis_max_rounds: server.PEER_ANALYSIS_MAX_ROUNDS,
      additional_repos: publicRepos(server.ADDITIONAL_REPOS),
      enable_tracker: server.ENABLE_TRACKER ?? null,
      tracker_url: server.TRACKER_URL ?? null,
      tracker_project_key: server.TRACKER_PROJECT_KEY ?? null,
      tracker_ssl_verify: server.TRACKER_SSL_VERIFY,
      tracker_max_results: server.TRACKER_MAX_RESULTS,
    },
    secrets: {
      tests_repo_token: server.TESTS_REPO_TOKEN,
      scm_token: server.SCM_TOKEN,
      tracker_email: server.TRACKER_EMAIL,
      tracker_api_token: server.TRACKER_API_TOKEN,
      tracker_pat: server.TRACKER_PAT,
      additional_repo_tokens: repoTokens(server.ADDITIONAL_REPOS),
    },
  };
}

type Given = Present<SharedRequest>;
export type Present<Request> = { [Name in keyof Request]?: NonNullable<Request[Name]> };

/** A null or blank text counts as absent. */
export function withoutBlanks<Request extends object>(request: Request): Present<Request> {
  const set = Object.entries(request)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(set) as Present<Request>;
}

function testsRepository(fields: Given, base: Base, isStored: boolean) {
  const { tests_repo_url: text, tests_repo_token: token, scm_token } = fields;
  const repository = text === undefined ? undefined : readRepository(text);
  if (text !== undefined && !repository) {
    const message = 'tests_repo_url must be the URL of a repository, or url:ref';
    throw new Failure('invalid', 'bad_tests_repo', message);
  }
  const { tests_repo_url: before, tests_repo_ref: refBefore } = base.params;
  const url = repository?.url ?? before;
  const place = isStored ? (address: string | null) => address : originOf;
  const isSame = place(url) === place(before);
  const isSameCodeHost = place(url ?? defaultCodeHost) === place(before ?? defaultCodeHost);
  return {
    params: {
      tests_repo_url: url,
      tests_repo_ref: repository ? repository.ref || null : refBefore,
    },
    secrets: {
      tests_repo_token: token ?? (isSame ? base.secrets.tests_repo_token : undefined),
      scm_token: scm_token ?? (isSameCodeHost ? base.secrets.scm_token : undefined),
    },
  };
}

function trackerSettings(fields: Given, base: Base) {
  const url = fields.tracker_url === undefined ? undefined : readWebUrl(fields.tracker_url);
  if (fields.tracker_url !== undefined && url === undefined) {
    const message = 'tracker_url must be an http:// or https:// URL without user and password';
    throw new Failure('invalid', 'bad_tracker_url', message);
  }
  const { params } = base;
  const isSameOrigin = url === undefined || originOf(url) === originOf(params.tracker_url);
  // Without the check of the certificate anyone on the way could take the credentials.
  const isLessSafe = params.tracker_ssl_verify && fields.tracker_ssl_verify === false;
  const credentials = isSameOrigin && !isLessSafe ? base.secrets : {};
  return {
    params: {
      enable_tracker: fields.enable_tracker ?? params.enable_tracker,
      tracker_url: url ?? params.tracker_url,
      tracker_project_key: fields.tracker_project_key ?? params.tracker_project_key,
      tracker_ssl_verify: fields.tracker_ssl_verify ?? params.tracker_ssl_verify,
      tracker_max_results: fields.tracker_max_results ?? params.tracker_max_results,
    },
    secrets: {
      tracker_email: fields.tracker_email ?? credentials.tracker_email,
      tracker_api_token: fields.tracker_api_token ?? credentials.tracker_api_token,
      tracker_pat: fields.tracker_pat ?? credentials.tracker_pat,
    },
  };
}

function publicRepos(repos: readonly RepoEntry[]): EffectiveParams['additional_repos'] {
  return repos.map(({ name, url, ref }) => ({ name, url, ref }));
}

function repoTokens(repos: readonly RepoEntry[]): Record<string, string> | undefined {
  const entries = repos.flatMap(({ name, token }) => (token ? [[name, token] as const] : []));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
