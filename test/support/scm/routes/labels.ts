import { created, notFound, ok, page, refused, withPull } from '#test/support/scm/reply.ts';
import type { HostReply, RouteCall, Routes } from '#test/support/scm/reply.ts';
import { hostUser, type HostPull, type HostRepository } from '#test/support/scm/state.ts';

const maxNameLength = 50;

export const labels: Routes = {
  'GET labels/:name': ({ repository, params }) => {
    const label = repository.labels.get((params['name'] ?? '').toLowerCase());
    return label ? ok(label) : notFound;
  },
  'POST labels': create,
  'GET issues/:number/events': withPull((call, pull) =>
    page(
      call,
      eventsOf(pull).map(({ name, login }) => ({
        ...{ event: 'labeled', label: { name } },
        actor: { login, type: call.host.isApp && login === hostUser ? 'Bot' : 'User' },
      })),
    ),
  ),
  'POST issues/:number/labels': withPull(add),
  'DELETE issues/:number/labels/:name': withPull(remove),
};

/** A test that only adds a label has it set by our token. */
function eventsOf({ labels, labelEvents }: HostPull) {
  const others = [...labels].filter((label) => !labelEvents.some(({ name }) => name === label));
  return [...others.map((name) => ({ name, login: hostUser })), ...labelEvents];
}

export function labelOf({ labels }: HostRepository, name: string) {
  return labels.get(name.toLowerCase()) ?? { name, color: 'ededed', description: '' };
}

function create({ repository, body }: RouteCall): HostReply {
  const { name = '', color = 'ededed', description = '' } = body as Record<string, string>;
  if (name.length > maxNameLength) return tooLong;
  if (repository.labels.has(name.toLowerCase())) {
    return refused({ resource: 'Label', code: 'already_exists', field: 'name' });
  }
  const label = { name, color, description };
  repository.labels.set(name.toLowerCase(), label);
  return created(label);
}

const tooLong = refused({
  ...{ resource: 'Label', code: 'custom', field: 'name' },
  message: 'name is too long (maximum is 50 characters)',
});

/** Creates unknown labels, without a colour of their own. */
function add({ repository, body, viewer }: RouteCall, pull: HostPull): HostReply {
  const names = body['labels'] as string[];
  if (names.some((name) => name.length > maxNameLength)) return tooLong;
  for (const name of names) {
    const label = labelOf(repository, name);
    repository.labels.set(name.toLowerCase(), label);
    if (!pull.labels.has(label.name)) pull.labelEvents.push({ name: label.name, login: viewer });
    pull.labels.add(label.name);
  }
  return ok([...pull.labels].map((name) => labelOf(repository, name)));
}

function remove({ params, repository }: RouteCall, pull: HostPull): HostReply {
  const { name } = labelOf(repository, params['name'] ?? '');
  if (!pull.labels.delete(name)) return { status: 404, body: { message: 'Label does not exist' } };
  return ok([...pull.labels].map((left) => labelOf(repository, left)));
}
