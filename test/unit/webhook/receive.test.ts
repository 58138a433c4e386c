import { describe, expect, it, vi } from 'vitest';
import { keptHeaders } from '#core/webhook/receiving/headers.ts';
import { namesIn, parseBody, textOf } from '#core/webhook/receiving/names-in.ts';
import { receive } from '#core/webhook/receiving/receive.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

it('a body of too many values is not parsed before its signature is checked (S14)', () => {
  const repository = '"repository":{"name":"repo","full_name":"owner/repo"}';
  const body = (values: number) => Buffer.from(`{${repository},"x":[${'{},'.repeat(values)}0]}`);
  expect(namesIn(parseBody(textOf(body(200_000))))).toEqual({
    name: 'repo',
    fullName: 'owner/repo',
  });
  const parse = vi.spyOn(JSON, 'parse');
  expect(parseBody(textOf(body(2_000_000)))).toBe(undefined);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

describe('of a repository that is named twice', () => {
  const world = eachTest(webhookWorld);
  const named = (full_name: string) => {
    return `"repository":${JSON.stringify({ name: full_name.split('/')[1], full_name })}`;
  };
  const send = async (...names: string[]) => {
    const { configure, platform } = world();
    await configure('', '    webhook-secret: own-secret\n  x:\n    name: owner/x\n');
    const body = () => Buffer.from(`{${names.map(named).join()}}`);
    const headers = { 'x-scm-event': 'ping' };
    const sent: unknown[] = [];
    const send = async (_name: string, message: string) => {
      return { id: String(sent.push(JSON.parse(message))) };
    };
    const queue = { ...platform.queue, send };
    await receive({ ...platform, queue }, { headers, address: '127.0.0.1', body });
    return sent;
  };

  it('the secret of the last one counts (S17)', async () => {
    await expectFailure(send('owner/x', 'owner/repo'), 'forbidden', 'no_signature');
  });

  it('the last one is processed (S17)', async () => {
    expect(await send('owner/repo', 'owner/x')).toMatchObject([{ repository: 'owner/x' }]);
  });
});

it('headers that hold keys or cookies are not kept (S10)', () => {
  const secret = ['cookie', 'set-cookie', 'authorization', 'proxy-authorization', 'x-api-key'];
  const more = ['x-hub-signature-256', 'x-auth-token', 'x-webhook-secret'];
  const headers = Object.fromEntries([...secret, ...more].map((name) => [name, 'a=b']));
  expect(keptHeaders({ ...headers, 'x-scm-event': 'push' })).toEqual({ 'x-scm-event': 'push' });
});
