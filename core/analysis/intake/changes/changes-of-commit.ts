import type { Environment } from '#core/platform/ports/environment.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import {
  codeRepository,
  hostClient,
  isServerOrigin,
  type CodeRepository,
} from '../../base/configuration/code-repository.ts';
import type { RunChanges } from '../../base/schema/changes.ts';
import type { SecretParams } from '../../base/schema/params.ts';
import { analysisSettings } from '../../base/settings.ts';
import { jobs, type Job } from '../../base/tables/job-tables.ts';
import { changesBetween, comparePath, comparison } from '../ci/compared.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'fetch' | 'clock'>;

const maxAnalyses = 500;
const timeoutMilliseconds = 10_000;
const sinceLength = 12;

/** The commits since the newest run of a pipeline's job that passed, on the same branch, as the code host
 * compares them. Undefined: no such run has been sent, or its repository is not known. */
export async function changesOfCommit(
  needs: Needs,
  job: Job,
  secrets: SecretParams,
): Promise<RunChanges | undefined> {
  const { commit = null } = job.source ?? {};
  const repository = repositoryOf(needs.environment, job);
  if (commit === null || !repository) return undefined;
  const passed = await passedCommit(needs, job);
  if (passed === undefined || passed === commit) return undefined;
  const { owner, repo } = repository;
  const token = tokenFor(needs.environment, repository, secrets);
  const scm = hostClient(needs, { origin: repository.origin, token, tokenPlace: 'scm_token' });
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
  try {
    const answer = await scm.json(path + comparePath(passed, commit), { timeoutMilliseconds });
    const { data } = comparison.safeParse(answer);
    return data && changesBetween(data, passed.slice(0, sinceLength));
  } catch (error) {
    // A commit that the host does not know, such as one that was replaced.
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

async function passedCommit({ records }: Needs, job: Job): Promise<string | undefined> {
  const query = {
    index: 'by_name',
    where: { job_name: job.job_name },
    filter: { status: 'completed', failure_count: 0 },
    order: 'descending',
    to: job.created_at,
    limit: maxAnalyses,
  } as const;
  if (job.job_name === '') return undefined;
  const { rows } = await records.listColumns(jobs, query, ['source']);
  const branch = job.source?.branch ?? null;
  const passed = rows.find(({ source }) => source?.commit && source.branch === branch);
  return passed?.source?.commit ?? undefined;
}

/** The one whose run the address names, on the host of the server; else the tests repository. */
function repositoryOf(
  environment: Environment,
  { params, source }: Job,
): CodeRepository | undefined {
  const [, address = ''] =
    /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\/\d/.exec(source?.run_url ?? '') ?? [];
  const ofRun = codeRepository(address);
  if (ofRun && isServerOrigin(environment, ofRun.origin)) return ofRun;
  return codeRepository(params.tests_repo_url ?? '');
}

/** The request's own token; that of the server only for what the operator configured: everyone may start an
 * analysis and read its result. */
function tokenFor(
  environment: Environment,
  { origin, owner, repo }: CodeRepository,
  { scm_token: token = '' }: SecretParams,
): string {
  const { TESTS_REPO_URL, ADDITIONAL_REPOS, SCM_TOKEN } = analysisSettings(environment);
  const isNamed = [TESTS_REPO_URL, ...ADDITIONAL_REPOS].some((each) => {
    const own = each && codeRepository(each.url);
    return own?.origin === origin && own.owner === owner && own.repo === repo;
  });
  // Without one of its own, a request has the server's.
  return token !== SCM_TOKEN || (isNamed && isServerOrigin(environment, origin)) ? token : '';
}
