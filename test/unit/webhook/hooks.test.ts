import { describe, expect, it } from 'vitest';
import { repairHooks } from '#core/webhook/upkeep/hooks.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { HostHook } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(webhookWorld);

const url = 'https://hooks.example/webhook_server';
const ours = `webhook-ip: ${url}\nwebhook-secret: one`;

function hook(config: object, events: string[] = ['*']): HostHook {
  const whole = { url, content_type: 'json', ...config };
  return { id: 1, name: 'web', active: true, events, config: whole, deliveries: [] };
}

/** Method and path below the repository of each change. */
function changes(): string[] {
  return world().host.changes.map((change) => change.replace('/repos/owner/repo', ''));
}

const create = `POST /hooks {"name":"web","active":true,"events":["*"],"config":{"url":"${url}","content_type":"json","secret":"one"}}`;

describe('our hook in a repository', () => {
  it.each<[name: string, hooks: HostHook[], configuration: string, changes: string[]]>([
    ['is created', [], ours, [create]],
    ['is not another URL', [hook({ url: `${url}/other` })], ours, [create]],
    ['is left alone when it is right', [hook({ secret: 'x' })], ours, []],
    ['is ours with a slash at the end', [hook({ url: `${url}/`, secret: 'x' })], ours, []],
    ['is created again with a secret', [hook({})], ours, ['DELETE /hooks/1', create]],
    [
      'is created again without one',
      [hook({ secret: 'x' })],
      `webhook-ip: ${url}`,
      ['DELETE /hooks/1', create.replace(',"secret":"one"', '')],
    ],
    [
      'is created again as JSON',
      [hook({ secret: 'x', content_type: 'form' })],
      ours,
      ['DELETE /hooks/1', create],
    ],
    [
      'gets other events',
      [hook({ secret: 'x' }, ['push', 'status'])],
      `${ours}\nevents: [status, pull_request]`,
      ['PATCH /hooks/1 {"events":["status","pull_request"],"active":true}'],
    ],
    [
      'is switched on',
      [{ ...hook({ secret: 'x' }), active: false }],
      ours,
      ['PATCH /hooks/1 {"events":["*"],"active":true}'],
    ],
    [
      'has the same events in another order',
      [hook({ secret: 'x' }, ['push', 'status'])],
      `${ours}\nevents: [status, push]`,
      [],
    ],
    ['is none of ours without webhook-ip', [], '', []],
  ])('%s', async (_, hooks, configuration, expected) => {
    const { configure, host, platform, problems } = world();
    host.repository.hooks.push(...hooks);
    await configure(configuration);
    await repairHooks(platform);
    expect(changes()).toEqual(expected);
    await repairHooks(platform);
    expect(changes()).toEqual(expected);
    expect(problems()).toEqual([]);
  });

  it('is one when two processes start at once (R2)', async () => {
    const { configure, host, platform, problems } = world();
    await configure(ours);
    await Promise.all([repairHooks(platform), repairHooks(platform), repairHooks(platform)]);
    expect(host.repository.hooks).toHaveLength(1);
    expect(problems()).toEqual([]);
  });

  it('is created once though the answer of the first try was lost (R1)', async () => {
    const { clock, configure, host, platform, problems } = world();
    await configure(ours);
    host.afterChange = () => {
      host.afterChange = () => undefined;
      return { status: 502, body: 'lost' };
    };
    const done = repairHooks(platform);
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(2_000);
    await done;
    expect(host.repository.hooks).toHaveLength(1);
    expect(problems()).toEqual([]);
  });

  it('is missing where we have no rights, which is logged; the others go on', async () => {
    const { configure, host, platform, problems } = world();
    const entry =
      '  closed:\n    name: owner/closed\n  bad:\n    name: owner/bad\n    events: [nope]\n';
    const closed = {
      ...host.repository,
      fullName: 'owner/closed',
      collaborators: new Map(),
      hooks: [],
    };
    const bad = { ...host.repository, fullName: 'owner/bad', hooks: [] };
    host.repositories.set('owner/closed', closed).set('owner/bad', bad);
    await configure(ours, entry);
    await repairHooks(platform);
    expect(host.repository.hooks).toHaveLength(1);
    const reasons = problems().map(({ repository, reason }) => [repository, reason]);
    expect(Object.fromEntries(reasons)).toEqual({
      'owner/closed': expect.stringContaining('404') as string,
      'owner/bad': expect.stringContaining('Invalid events: nope') as string,
    });
  });
});
