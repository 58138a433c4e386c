import { created, notFound, ok, page, refused, withPull } from '../reply.ts';
import type { HostReply, RouteCall, Routes } from '../reply.ts';
import { hostUser, type HostPull, type HostRepository } from '../state.ts';

const longestName = 50;
const mostLabels = 100;

export const labels: Routes = {
  'GET labels': (call) => page(call, [...call.repository.labels.values()]),
  'GET labels/:name': ({ repository, params }) => {
    const label = repository.labels.get((params['name'] ?? '').toLowerCase());
    return label ? ok(label) : notFound;
  },
  'POST labels': create,
  'GET issues/:number/labels': withPull((call, pull) =>
    page(
      call,
      [...pull.labels].map((name) => labelOf(call.repository, name)),
    ),
  ),
  'GET issues/:number/events': withPull((call, pull) =>
    page(
      call,
      pull.labelEvents.map(({ name, login }) => ({
        ...{ event: 'labeled', label: { name } },
        actor: { login, type: call.host.isApp && login === hostUser ? 'Bot' : 'User' },
      })),
    ),
  ),
  'POST issues/:number/labels': withPull(add),
  'DELETE issues/:number/labels/:name': withPull(remove),
};

export function labelOf({ labels }: HostRepository, name: string) {
  return labels.get(name.toLowerCase()) ?? { name, color: 'ededed', description: '' };
}

function create({ repository, body }: RouteCall): HostReply {
  const { name, color = 'ededed', description = '' } = body;
  const invalid = (field: string, code = 'invalid') => refused({ resource: 'Label', code, field });
  if (typeof name !== 'string' || name.trim() === '') return invalid('name', 'missing_field');
  if (name.length > longestName) return tooLong;
  if (typeof color !== 'string' || !/^[0-9a-f]{6}$/i.test(color)) return invalid('color');
  if (typeof description !== 'string' || description.length > 100) return invalid('description');
  if (repository.labels.has(name.toLowerCase())) return invalid('name', 'already_exists');
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
  const names = body['labels'];
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    return refused('labels is not an array of strings');
  }
  if (names.some((name) => name.length > longestName)) return tooLong;
  if (new Set([...pull.labels, ...names]).size > mostLabels) {
    return refused('labels is too long (maximum is 100 items)');
  }
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
