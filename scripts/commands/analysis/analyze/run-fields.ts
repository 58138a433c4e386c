import type { Environment } from '#core/platform/ports/environment.ts';
import { isUrlWithoutLogin } from '#core/text/url.ts';
import { usage } from '../../line/group.ts';
import { numberOf, textOf } from '../context.ts';
import type { Typed } from '../profile/options.ts';

interface Run {
  readonly job_name?: string | undefined;
  readonly build_number?: string | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly run_url?: string | undefined;
}

/** Which run of a pipeline the reports are of: what was typed, over what the pipeline says of itself. */
export function runFields(variables: Environment, options: Typed): object {
  const run = pipelineRun(variables);
  const job_name = textOf(options, 'job') ?? run.job_name;
  const build = numberOf(options, 'build') ?? Number(run.build_number);
  const fields = {
    job_name,
    // A number belongs to the job that counts it.
    build_number: job_name !== undefined && Number.isSafeInteger(build) && build > 0 && build,
    branch: textOf(options, 'branch') ?? run.branch?.replace(/^refs\/heads\//, ''),
    commit: textOf(options, 'commit') ?? run.commit,
    run_url: runUrlIn(options) ?? run.run_url,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value)));
}

/** Refused here: the server would say so only after the reports are sent. */
function runUrlIn(options: Typed): string | undefined {
  const url = textOf(options, 'run-url');
  if (url === undefined || isUrlWithoutLogin(url)) return url;
  throw usage('--run-url must be an http:// or https:// URL without user and password');
}

/** In the variables that each pipeline documents. */
export function pipelineRun(variables: Environment): Run {
  const of = (name: string) => variables[name] || undefined;
  const joined = (...names: readonly string[]) => names.flatMap((name) => of(name) ?? []).join('/');
  if (of('GITHUB_ACTIONS')) {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = variables;
    const [id, attempt = '1'] = [of('GITHUB_RUN_ID'), of('GITHUB_RUN_ATTEMPT')];
    const run = `${server}/${repository}/actions/runs/${id}`;
    return {
      job_name: joined('GITHUB_REPOSITORY', 'GITHUB_WORKFLOW', 'GITHUB_JOB') || undefined,
      build_number: of('GITHUB_RUN_NUMBER'),
      branch: of('GITHUB_HEAD_REF') ?? of('GITHUB_REF_NAME'),
      commit: of('GITHUB_SHA'),
      run_url: server && repository && id ? `${run}/attempts/${attempt}` : undefined,
    };
  }
  if (of('GITLAB_CI')) {
    return {
      job_name: joined('CI_PROJECT_PATH', 'CI_JOB_NAME') || undefined,
      build_number: of('CI_PIPELINE_IID'),
      branch: of('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME') ?? of('CI_COMMIT_REF_NAME'),
      commit: of('CI_COMMIT_SHA'),
      run_url: of('CI_JOB_URL'),
    };
  }
  if (of('JENKINS_URL')) {
    return {
      job_name: of('JOB_NAME'),
      build_number: of('BUILD_NUMBER'),
      branch:
        of('CHANGE_BRANCH') ?? of('BRANCH_NAME') ?? of('GIT_BRANCH')?.replace(/^origin\//, ''),
      commit: of('GIT_COMMIT'),
      run_url: of('BUILD_URL'),
    };
  }
  if (of('TF_BUILD')) {
    const base = joined('SYSTEM_COLLECTIONURI').replace(/\/$/, '');
    const run = `${base}/${of('SYSTEM_TEAMPROJECT')}/_build/results?buildId=${of('BUILD_BUILDID')}`;
    return {
      job_name: joined('SYSTEM_TEAMPROJECT', 'BUILD_DEFINITIONNAME', 'SYSTEM_JOBNAME') || undefined,
      build_number: of('BUILD_BUILDID'),
      branch: of('SYSTEM_PULLREQUEST_SOURCEBRANCH') ?? of('BUILD_SOURCEBRANCH'),
      commit: of('BUILD_SOURCEVERSION'),
      run_url: base && of('BUILD_BUILDID') ? encodeURI(run) : undefined,
    };
  }
  if (of('CIRCLECI')) {
    return {
      job_name:
        joined('CIRCLE_PROJECT_USERNAME', 'CIRCLE_PROJECT_REPONAME', 'CIRCLE_JOB') || undefined,
      build_number: of('CIRCLE_BUILD_NUM'),
      branch: of('CIRCLE_BRANCH'),
      commit: of('CIRCLE_SHA1'),
      run_url: of('CIRCLE_BUILD_URL'),
    };
  }
  return {};
}
