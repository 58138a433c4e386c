import { created, forbidden, notFound, ok, page, refused } from '../reply.ts';
import type { HostReply, RouteCall, Routes } from '../reply.ts';
import type { HostCheckRun } from '../state.ts';

const statuses = ['queued', 'in_progress', 'completed'];
const conclusions = ['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped'];
const longestText = 65_535;
const longestDescription = 140;

export const checks: Routes = {
  'POST check-runs': create,
  'PATCH check-runs/:id': update,
  'GET commits/:sha/check-runs': (call) => {
    const { params, repository, url } = call;
    const name = url.searchParams.get('check_name');
    const all = repository.checkRuns.filter(
      (run) => run.head_sha === params['sha'] && (name === null || run.name === name),
    );
    return page(call, all, (entries) => ({ total_count: all.length, check_runs: entries }));
  },
  'GET commits/:sha/status': (call) => {
    const all = call.repository.statuses.filter(({ sha }) => sha === call.params['sha']);
    // The newest of each context.
    const latest = [...new Map(all.map((status) => [status.context, status])).values()];
    return page(call, latest, (entries) => ({ total_count: latest.length, statuses: entries }));
  },
  'POST statuses/:sha': ({ repository, params, body }) => {
    const { state, context = 'default', description = null } = body as Record<string, string>;
    if (!['error', 'failure', 'pending', 'success'].includes(String(state))) {
      return refused('state is not included in the list');
    }
    if ((description ?? '').length > longestDescription) {
      return refused('description is too long (maximum is 140 characters)');
    }
    repository.statuses.push({
      sha: params['sha'] ?? '',
      context,
      state: String(state),
      description,
    });
    return created({ state, context });
  },
  'GET rules/branches/*': (call) => {
    const contexts = call.repository.rules.get(call.params['rest'] ?? '') ?? [];
    const required = contexts.map((context) => ({ context }));
    const parameters = { required_status_checks: required };
    return page(call, contexts.length > 0 ? [{ type: 'required_status_checks', parameters }] : []);
  },
};

function create({ repository, host, body }: RouteCall): HostReply {
  if (!host.isApp) return forbidden('You must authenticate via a GitHub App.');
  const { name, head_sha: sha } = body;
  if (typeof name !== 'string' || typeof sha !== 'string') return refused('name, head_sha missing');
  const problem = problemOf(body);
  if (problem) return problem;
  const { conclusion = null, output = {}, status = conclusion ? 'completed' : 'queued' } = body;
  const run = { id: host.nextId(), name, head_sha: sha, status, conclusion, output };
  repository.checkRuns.push(run as HostCheckRun);
  return created(run);
}

function update({ repository, host, params, body }: RouteCall): HostReply {
  if (!host.isApp) return forbidden('You must authenticate via a GitHub App.');
  const run = repository.checkRuns.find(({ id }) => id === Number(params['id']));
  if (!run) return notFound;
  const problem = problemOf(body);
  if (problem) return problem;
  const { status, conclusion, output } = body as Partial<HostCheckRun>;
  if (status !== undefined) run.status = status;
  if (status !== undefined && status !== 'completed') run.conclusion = null;
  if (conclusion !== undefined) {
    run.status = 'completed';
    run.conclusion = conclusion;
  }
  if (output !== undefined) run.output = output;
  return ok(run);
}

function problemOf({ status, conclusion, output }: RouteCall['body']): HostReply | undefined {
  if (status !== undefined && !statuses.includes(status as string))
    return refused('invalid status');
  if (status === 'completed' && conclusion === undefined) return refused('conclusion is missing');
  if (conclusion !== undefined && !conclusions.includes(conclusion as string)) {
    return refused(`${JSON.stringify(conclusion)} is not a member of conclusion`);
  }
  if (output === undefined) return undefined;
  const { title, summary, text = '' } = output as Record<string, string | undefined>;
  if (!title || summary === undefined) return refused('output needs title and summary');
  const isLong = summary.length > longestText || text.length > longestText;
  return isLong ? refused('output is too long (maximum is 65535 characters)') : undefined;
}
