import { isFailure, Failure } from '#core/platform/failure.ts';
import type { Checkout } from '#core/platform/ports/systems/git.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { gatherArtifacts } from '../../intake/artifacts/gather-artifacts.ts';
import type { Ci, CiBuild } from '../../intake/ci/ci.ts';
import type { SecretParams } from '../../base/schema/params.ts';
import { artifactsFolder } from '../../base/schema/request.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { foldersOf } from './workspace.ts';
import { ownersFile } from '../../base/job-files.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { analysisSettings } from '../../base/settings.ts';

type Needs = Pick<Platform, 'git' | 'trees' | 'blobs' | 'clock' | 'environment' | 'home'>;

interface Repository {
  readonly folder: string;
  readonly url: string;
  readonly ref: string | null;
  readonly token: string | undefined;
}

/** Where a build has its artifacts. */
interface BuildSource {
  readonly ci: Ci;
  readonly root: CiBuild;
}

interface Prepared {
  /** The folders of the tree; empty: there is none. */
  readonly folders: string[];
  readonly notes: string[];
}

/**
 * Clones the repositories of a job and downloads the artifacts of its build at once, and keeps them
 * side by side as the tree with the job's name. What cannot be cloned or downloaded is a note in the
 * result, and the analysis continues without it. Repeated: the tree is made again.
 */
export async function prepareWorkspace(
  needs: Needs,
  job: Job,
  secrets: SecretParams,
  signal: AbortSignal,
  source?: BuildSource,
): Promise<Prepared> {
  const repositories = repositoriesOf(job, secrets);
  const downloading = Promise.allSettled([artifactsOf(needs, job, source, signal)]);
  const clones = await Promise.allSettled(
    repositories.map((repository) => clone(needs, repository, signal)),
  );
  const [download] = await downloading;
  const done: [folder: string, checkout: Pick<Checkout, 'directory' | 'dispose'>][] = [];
  const notes: string[] = [];
  try {
    let outage: Error | undefined;
    for (const [at, result] of clones.entries()) {
      const { folder = '' } = repositories[at] ?? {};
      if (result.status === 'fulfilled') done.push([folder, result.value]);
      else if (isFailure(result.reason, 'upstream') || isFailure(result.reason, 'invalid')) {
        notes.push(`Repository ${folder}: ${result.reason.message}`);
      } else outage = result.reason as Error;
    }
    if (download.status === 'rejected') outage ??= download.reason as Error;
    else if (download.value) {
      const { directory, notes: problems, dispose } = download.value;
      notes.push(...problems);
      if (directory !== undefined) done.push([artifactsFolder, { directory, dispose }]);
      else await dispose();
    }
    if (outage) throw outage;
    signal.throwIfAborted();
    const folders = done.map(([folder]) => folder);
    if (done.length === 0) return { folders, notes };
    const tests = done.find(([folder]) => folder === foldersOf(job.params).tests);
    if (tests) await keepOwners(needs, job, tests[1].directory);
    const from = Object.fromEntries(done.map(([folder, { directory }]) => [folder, directory]));
    await needs.trees.keep(job.id, from);
    return { folders, notes };
  } finally {
    await Promise.all(done.map(([, checkout]) => checkout.dispose()));
  }
}

/** Where code hosts look for it. */
const ownersPlaces = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const maxOwnersBytes = 256 * 1024;

async function keepOwners({ trees, blobs }: Needs, { id }: Job, directory: string): Promise<void> {
  const tree = trees.at(directory);
  for (const place of ownersPlaces) {
    const bytes = await tree.read(place, maxOwnersBytes);
    if (!bytes) continue;
    await blobs.put(ownersFile(id), bytes);
    return;
  }
}

async function artifactsOf(
  needs: Needs,
  { build }: Job,
  source: BuildSource | undefined,
  signal: AbortSignal,
) {
  if (!source || !build?.get_job_artifacts) return undefined;
  const { ci_artifacts_max_size_mb: maxMegabytes } = build;
  return gatherArtifacts(needs, source.ci, source.root, { maxMegabytes, signal });
}

function repositoriesOf({ params }: Job, secrets: SecretParams): Repository[] {
  const { tests_repo_url: url, tests_repo_ref: ref, additional_repos } = params;
  const { tests } = foldersOf(params);
  const tokens = secrets.additional_repo_tokens ?? {};
  const others = additional_repos.map((each) => ({
    folder: each.name,
    url: each.url,
    ref: each.ref,
    token: Object.hasOwn(tokens, each.name) ? tokens[each.name] : undefined,
  }));
  if (url === null || tests === undefined) return others;
  return [{ folder: tests, url, ref, token: secrets.tests_repo_token }, ...others];
}

/** Only through the Git port, which keeps the token out of arguments, URLs, files and the log. */
async function clone(
  { git, environment }: Needs,
  { url, ref, token }: Repository,
  signal: AbortSignal,
): Promise<Checkout> {
  const mayUseTokens = mayUseServerLogin(environment, url);
  const source = {
    url,
    mayUseTokens,
    ...(ref !== null && ref !== '' && { ref }),
    ...(token !== undefined && { token }),
  };
  return git.checkout(source, { signal });
}

/**
 * Whether the server's own logins (GIT_TOKENS, its ssh key) may be used for a repository: only for
 * those that the operator configured, because everyone may start an analysis and read its result.
 * Another repository over ssh is refused: every clone over ssh uses the key.
 */
function mayUseServerLogin(environment: Environment, url: string): boolean {
  const { TESTS_REPO_URL, ADDITIONAL_REPOS } = analysisSettings(environment);
  if ([TESTS_REPO_URL, ...ADDITIONAL_REPOS].some((each) => each?.url === url)) return true;
  // One over http is refused for that.
  if (/^https?:/i.test(url)) return false;
  const message =
    'Over ssh only repositories of TESTS_REPO_URL and ADDITIONAL_REPOS are cloned: give the https URL';
  throw new Failure('invalid', 'ssh_not_allowed', message);
}
