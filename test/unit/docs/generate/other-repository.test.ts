import { expect, it } from 'vitest';
import { otherRepository } from '#core/docs/generate/other-repository.ts';
import { generations } from '#core/docs/tables.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const world = eachTest(() => openWorld(onLocal, 'docs'));

it.each([
  ['/srv/link', '/srv/app', undefined],
  ['/srv/app', '/srv/link', undefined],
  ['/srv/link', '/srv/other', '/srv/link'],
])('a site of %s, which is /srv/app, asked for as %s documents %s', async (before, path, other) => {
  const { records } = world().platform;
  const paths: Record<string, string> = { '/srv/link': '/srv/app' };
  const id = 'gen_1';
  await records.insert(generations, {
    ...{ id, owner: 'admin', name: 'app', status: 'ready', ai_provider: 'p', ai_model: 'm' },
    ...{ force: false, timeout_minutes: 1, repo_path: '/srv/app' },
    ...{ started_at: '2026-03-01T11:00:00.000Z', lease_until: '2026-03-01T11:00:00.000Z' },
  });
  const request = { repo_path: path, force: false };
  const source = { path: paths[path] ?? path };
  const project = { repo_url: before, generation: id };
  expect(await otherRepository({ records }, project, request, source)).toBe(other);
});
