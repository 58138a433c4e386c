import { providerIds } from '#core/ai/provider-ids.ts';
import { readAdditionalRepos } from '#core/analysis/base/schema/additional-repos.ts';
import { programNames, providerOf } from '../../docs/options.ts';
import { usage } from '../../line/group.ts';
import { numberOf, textOf } from '../context.ts';
import { buildKeys, sharedKeys, type Typed } from '../profile/options.ts';
import type { KeyName, Profile } from '../profile/keys.ts';

/** Fields of every request for an analysis. Absent: the server's own setting. */
export function sharedFields(settings: Profile, options: Typed): object {
  const { peers, additional_repos, ai_provider, ...others } = settings;
  const raw_prompt = textOf(options, 'raw-prompt');
  return {
    ...pick(others, sharedKeys),
    ...(ai_provider && { ai_provider: providerNamed(ai_provider) }),
    ...(peers && { peer_ai_configs: peersOf(peers) }),
    ...(additional_repos && { additional_repos: reposOf(additional_repos) }),
    ...(raw_prompt !== undefined && { raw_prompt }),
  };
}

/** What the analysis of a build has beside them. */
export function buildFields(settings: Profile, options: Typed): object {
  const most = numberOf(options, 'ci-artifacts-max-size-mb');
  const isGiven =
    options['get-job-artifacts'] ?? (options['no-get-job-artifacts'] ? false : undefined);
  return {
    ...pick(settings, buildKeys),
    ...(most && { ci_artifacts_max_size_mb: most }),
    ...(isGiven !== undefined && { get_job_artifacts: isGiven }),
  };
}

/** A number of 0 and an empty text override nothing. */
function pick(settings: Profile, names: readonly KeyName[]): object {
  const set = names.map((name) => [name, settings[name]] as const);
  return Object.fromEntries(set.filter(([, value]) => value === false || Boolean(value)));
}

function peersOf(text: string) {
  if (text === 'none') return [];
  return text.split(',').map((each) => {
    const [, provider = '', ai_model = ''] = /^\s*([^:]+):(.+?)\s*$/.exec(each) ?? [];
    if (provider === '') throw usage('Write reviewers as provider:model,provider:model');
    return { ai_provider: providerNamed(provider.trim()), ai_model };
  });
}

/** Refused here: the server would say so only after the reports are sent. */
function providerNamed(program: string): string {
  const id = providerOf(program);
  if (providerIds.includes(id)) return id;
  throw usage(`'${program}' cannot analyze: use one of ${programNames}`);
}

function reposOf(text: string) {
  const repos = text === 'none' ? [] : readAdditionalRepos(text);
  // Without the text: it may have a token.
  if (!repos) throw usage('Write additional repositories as name:url[:ref][@token],…');
  return repos;
}
