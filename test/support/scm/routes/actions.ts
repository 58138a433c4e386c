import { created, forbidden, notFound, ok, page } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import type { HostRepository, HostWorkflowRun } from '#test/support/scm/state.ts';

export const actions: Routes = {
  'GET actions/runs': (call) => {
    const sha = call.url.searchParams.get('head_sha');
    const runs = call.repository.workflowRuns.filter(({ head_sha }) => head_sha === sha);
    return page(call, runs, (entries) => ({ total_count: runs.length, workflow_runs: entries }));
  },
  'GET actions/workflows': (call) => {
    const paths = [...new Set(call.repository.workflowRuns.map(pathOf))];
    const all = paths.map((path, at) => ({ id: 9_000 + at, name: `The ${path}`, path }));
    return page(call, all, (entries) => ({ total_count: all.length, workflows: entries }));
  },
  'GET actions/workflows/:workflow/runs': (call) => {
    const { workflow = '' } = call.params;
    const paths = [...new Set(call.repository.workflowRuns.map(pathOf))];
    const path = paths.find(
      (each, at) => each.endsWith(`/${workflow}`) || workflow === String(9_000 + at),
    );
    if (path === undefined) return notFound;
    const { searchParams: query } = call.url;
    const isAsked = ({ status, conclusion, head_branch: branch = 'main' }: HostWorkflowRun) =>
      [null, status ?? 'completed', conclusion].includes(query.get('status')) &&
      [null, branch].includes(query.get('branch'));
    const runs = call.repository.workflowRuns
      .filter((run) => pathOf(run) === path && isAsked(run))
      .map((run) => ({
        ...{ status: 'completed', head_branch: 'main', workflow_id: 9_000 + paths.indexOf(path) },
        ...{ ...run, path },
      }))
      .toSorted((a, b) => b.run_number - a.run_number);
    return page(call, runs, (entries) => ({ total_count: runs.length, workflow_runs: entries }));
  },
  'GET actions/runs/:id/jobs': (call) => {
    const { repository, params } = call;
    const all = repository.workflowJobs.filter(({ run }) => run === Number(params['id']));
    const shown = all.map(({ url: _url, run: _run, ...job }) => job);
    return page(call, shown, (entries) => ({ total_count: all.length, jobs: entries }));
  },
  'GET actions/jobs/:id/logs': ({ repository, params }) => {
    const job = repository.workflowJobs.find(({ id }) => id === Number(params['id']));
    if (!job) return notFound;
    if (job.url === undefined) return { status: 410, body: { message: 'Logs have expired' } };
    return { status: 302, headers: { location: job.url }, body: '' };
  },
  'GET actions/runs/:id': ({ repository, params }) => {
    const run = repository.workflowRuns.find(({ id }) => id === Number(params['id']));
    return run ? ok(run) : notFound;
  },
  'GET actions/runs/:id/artifacts': (call) => {
    const { repository, params } = call;
    const all = repository.artifacts.filter(({ run }) => run === Number(params['id']));
    const shown = all.map(({ url: _url, run: _run, ...artifact }) => artifact);
    return page(call, shown, (entries) => ({ total_count: all.length, artifacts: entries }));
  },
  'GET actions/artifacts/:id/zip': ({ repository, params }) => {
    const artifact = repository.artifacts.find(({ id }) => id === Number(params['id']));
    if (!artifact) return notFound;
    if (artifact.expired) return { status: 410, body: { message: 'Artifact has expired' } };
    return { status: 302, headers: { location: artifact.url }, body: '' };
  },
  'POST actions/jobs/:id/rerun': ({ repository, params }) =>
    rerun(repository, ({ details_url: url }) => url.endsWith(`/job/${params['id']}`)),
  'POST actions/runs/:id/rerun': ({ repository, params }) =>
    rerun(repository, ({ details_url: url }) => url.includes(`/runs/${params['id']}/`)),
  'POST check-runs/:id/rerequest': rerequest,
};

function pathOf({ path = '.github/workflows/tests.yml' }: HostWorkflowRun): string {
  return path;
}

/** Of a whole run, or of one job of it. */
function rerun(
  { checkRuns }: HostRepository,
  isChosen: (run: { readonly details_url: string }) => boolean,
): HostReply {
  const jobs = checkRuns.flatMap((run) =>
    run.details_url === undefined ? [] : [Object.assign(run, { details_url: run.details_url })],
  );
  const chosen = jobs.filter(isChosen);
  const run = /\/runs\/\d+\//.exec(chosen[0]?.details_url ?? '')?.[0];
  if (run === undefined) return notFound;
  const whole = jobs.filter(({ details_url: url }) => url.includes(run));
  if (whole.some(({ status }) => status !== 'completed')) {
    return forbidden('The workflow run containing this job is already running');
  }
  for (const job of chosen) Object.assign(job, { status: 'queued', conclusion: null });
  return created({});
}

function rerequest({ repository, params }: RouteCall): HostReply {
  const run = repository.checkRuns.find(({ id }) => id === Number(params['id']));
  if (!run) return notFound;
  if (run.details_url?.includes('/actions/runs/')) {
    return forbidden('This check run is not rerequestable');
  }
  Object.assign(run, { status: 'queued', conclusion: null });
  return created({});
}
