import { created, forbidden, notFound, ok, page, refused } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { appLogin } from './apps.ts';
import type { HostCheckRun } from '#test/support/scm/state.ts';

/** Of texts: longer ones are refused. */
const maxCharacters = { output: 65_535, description: 140 };

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
    const { state = '', context = 'default', description = null } = body as Record<string, string>;
    if ((description ?? '').length > maxCharacters.description) {
      return refused('description is too long (maximum is 140 characters)');
    }
    repository.statuses.push({ sha: params['sha'] ?? '', context, state, description });
    return created({ state, context });
  },
  'GET rules/branches/*': (call) => {
    const contexts = call.repository.rules.get(call.params['rest'] ?? '') ?? [];
    const required = contexts.map((context) => ({ context }));
    const parameters = { required_status_checks: required };
    return page(call, contexts.length > 0 ? [{ type: 'required_status_checks', parameters }] : []);
  },
};

function create(call: RouteCall): HostReply {
  const { repository, host, body } = call;
  const { conclusion = null, output = {}, status = conclusion ? 'completed' : 'queued' } = body;
  const { name, head_sha } = body;
  const run = { id: host.nextId(), name, head_sha, status, conclusion, output } as HostCheckRun;
  return problemOf(call) ?? (repository.checkRuns.push(run), created(run));
}

function update(call: RouteCall): HostReply {
  const { repository, params, body } = call;
  const run = repository.checkRuns.find(({ id }) => id === Number(params['id']));
  if (!run) return notFound;
  const { status = 'completed', conclusion = null, output = run.output } = body;
  return problemOf(call) ?? ok(Object.assign(run, { status, conclusion, output }));
}

function problemOf({ host, body, viewer }: RouteCall): HostReply | undefined {
  if (!host.isApp && viewer !== appLogin)
    return forbidden('You must authenticate via a GitHub App.');
  const { summary = '', text = '' } = (body['output'] ?? {}) as Record<string, string>;
  const isLong = Math.max(summary.length, text.length) > maxCharacters.output;
  return isLong ? refused('output is too long (maximum is 65535 characters)') : undefined;
}
