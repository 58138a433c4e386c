import { created, noContent, notFound, ok, page } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import type { HostDelivery, HostHook } from '#test/support/scm/state.ts';

// docs.github.com/rest/repos/webhooks: only administrators of the repository see and change hooks.

export const hooks: Routes = {
  'GET hooks': forAdmins((call) => page(call, call.repository.hooks.map(shown))),
  'POST hooks': forAdmins(create),
  'PATCH hooks/:id': forAdmins(withHook(edit)),
  'DELETE hooks/:id': forAdmins(
    withHook(({ repository }, hook) => {
      repository.hooks.splice(repository.hooks.indexOf(hook), 1);
      return noContent;
    }),
  ),
  'GET hooks/:id/deliveries': forAdmins(withHook(listDeliveries)),
  'GET hooks/:id/deliveries/:delivery': forAdmins(
    withHook(({ params }, hook) => {
      const delivery = hook.deliveries.find(({ id }) => id === params['delivery']);
      return delivery ? ok(withPayload(delivery)) : notFound;
    }),
  ),
};

function forAdmins(answer: (call: RouteCall) => HostReply) {
  return (call: RouteCall): HostReply =>
    call.repository.collaborators.get(call.viewer) === 'admin' ? answer(call) : notFound;
}

function withHook(answer: (call: RouteCall, hook: HostHook) => HostReply) {
  return (call: RouteCall): HostReply => {
    const hook = call.repository.hooks.find(({ id }) => String(id) === call.params['id']);
    return hook ? answer(call, hook) : notFound;
  };
}

const eventNames = new Set([
  ...['*', 'check_run', 'issue_comment', 'ping', 'pull_request', 'pull_request_review'],
  ...['pull_request_review_thread', 'push', 'status', 'workflow_run'],
]);

function problemOf(events: readonly string[]): HostReply | undefined {
  const unknown = events.filter((event) => !eventNames.has(event));
  return unknown.length > 0 ? refusedHook(`Invalid events: ${unknown.join(', ')}`) : undefined;
}

function create({ repository, body, host }: RouteCall): HostReply {
  const { active = true, events = ['push'], config = {} } = body as Partial<HostHook>;
  const problem = problemOf(events);
  if (problem) return problem;
  const overlaps = (other: HostHook) =>
    other.config['url'] === config['url'] &&
    (events.includes('*') || other.events.some((event) => event === '*' || events.includes(event)));
  if (repository.hooks.some(overlaps)) return refusedHook('Hook already exists on this repository');
  const hook: HostHook = { id: host.nextId(), name: 'web', active, events, config, deliveries: [] };
  repository.hooks.push(hook);
  return created(shown(hook));
}

/** A `config` replaces the whole one: without a secret in it, the secret is removed. */
function edit({ body }: RouteCall, hook: HostHook): HostReply {
  const {
    config = hook.config,
    events = hook.events,
    active = hook.active,
  } = body as Partial<HostHook>;
  const problem = problemOf(events);
  if (problem) return problem;
  Object.assign(hook, { config, events, active });
  return ok(shown(hook));
}

function shown({ deliveries: _deliveries, config, ...hook }: HostHook) {
  const { secret } = config;
  return {
    type: 'Repository',
    ...hook,
    config: { ...config, ...(secret !== undefined && { secret: '********' }) },
  };
}

/** Pages by cursor, which is the id of the next delivery. */
function listDeliveries({ url }: RouteCall, { deliveries }: HostHook): HostReply {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const cursor = url.searchParams.get('cursor');
  const from = cursor === null ? 0 : deliveries.findIndex(({ id }) => id === cursor);
  const next = deliveries[from + size];
  const link = new URL(url.href);
  link.searchParams.set('cursor', next?.id ?? '');
  return {
    status: 200,
    ...(next && { headers: { link: `<${link.href}>; rel="next"` } }),
    body: deliveries.slice(from, from + size).map(listed),
  };
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

function listed({ payload: _payload, id, ...delivery }: HostDelivery) {
  return {
    id: rawJSON(id),
    ...delivery,
    duration: 0.1,
    status: delivery.status_code === 200 ? 'OK' : 'failed',
  };
}

function withPayload(delivery: HostDelivery) {
  const headers = {
    ...{ 'X-GitHub-Delivery': delivery.guid, 'X-GitHub-Event': delivery.event },
    'Content-Type': 'application/json',
  };
  return { ...listed(delivery), request: { headers, payload: delivery.payload } };
}

function refusedHook(message: string): HostReply {
  const errors = [{ resource: 'Hook', code: 'custom', message }];
  return { status: 422, body: { message: 'Validation Failed', errors } };
}
