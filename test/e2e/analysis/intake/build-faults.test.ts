import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readBuilds, rootNode } from '#core/analysis/intake/builds/read-builds.ts';
import type { Ci, CiBuild } from '#core/analysis/intake/ci/ci.ts';
import { Failure } from '#core/platform/failure.ts';
import { failedCase, openBuildWorld, startedBuilds } from '#test/support/analysis/build-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { onLocal } from '#test/support/world.ts';

type Fault = (response: ServerResponse) => void;

const status = (code: number) => (response: ServerResponse) =>
  void response.writeHead(code, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
type Row = [string, RegExp | undefined, Fault | undefined, object, RegExp];

describe('a build server that fails', () => {
  const world = eachTest(() => openBuildWorld(onLocal));

  it.each<Row>([
    [
      'has no such build',
      undefined,
      undefined,
      { build_number: 6 },
      /^CI job team\/nightly #6 not found$/,
    ],
    ['refuses the login', undefined, undefined, { ci_password: 'x' }, /refused the login/],
    ['gets no login', undefined, undefined, { ci_ssl_verify: false }, /does not permit/],
    [
      'has an address of this machine, and is not the one of CI_URL (S4)',
      undefined,
      undefined,
      { ci_url: 'http://127.0.0.1:9' },
      /^127\.0\.0\.1 lies in a private network$/,
    ],
    ['is down at the first look', /mode/, status(503), {}, /answered 503/],
  ])('it %s: the job says so', async (_, path, fault, body, error) => {
    world().say(answer('CODE ISSUE'));
    world().jenkins.add('team/nightly', 5, { cases: [failedCase('a', 'boom')] });
    world().jenkins.fault = (request, response) => {
      if (!fault || !path?.test(request.url ?? '')) return false;
      fault(response);
      return true;
    };
    const id = await world().started(body);
    const ends = world().ended(id);
    // Between the tries of a call the time has to pass.
    const state = () =>
      world()
        .clock.advance(1_000)
        .then(async () => (await world().job(id)).status);
    await expect.poll(state).toBe('failed');
    expect((await ends).error).toMatch(error);
    expect(world().calls()).toEqual([]);
    expect(JSON.stringify(world().logs)).not.toContain(world().jenkins.token);
  });

  it('is not read without a child that cannot be stored while the disk is full (R7)', async () => {
    const build = (name: string, number: number): CiBuild => {
      return { ...{ name, number, url: 'https://ci/', result: 'failure' }, artifacts: [] };
    };
    const root = build('team/nightly', 5);
    const ci: Partial<Ci> = {
      build: async (name, number) => build(name, number),
      console: async () => {},
      report: async () => ({ failures: [], passed: [] }),
      failedChildren: async ({ name }) =>
        name === root.name ? [{ name: 'child', number: 1 }] : [],
    };
    const full = new Failure('unavailable', 'storage_full', 'The disk is full');
    const put = async (key: string) => {
      if (key.includes('1')) throw full;
      return { key, size: 0, etag: '', modified: new Date() };
    };
    const { platform, clock } = world();
    const needs = { clock, blobs: { ...platform.blobs, put } };
    const reading = readBuilds(needs, [rootNode(root)], {
      ...{ job: 'job_a', ci: ci as Ci, root, began: clock.now().getTime() },
      ...{ signal: new AbortController().signal, onChildren: async () => {} },
    });
    await expect(reading).rejects.toBe(full);
  });

  it('is read without the console output when that cannot be had', async () => {
    world().say(answer('CODE ISSUE'));
    const console = startedBuilds(['child', 1]);
    world().jenkins.add('team/nightly', 5, { cases: [failedCase('a', 'boom')], console });
    world().jenkins.fault = (request, response) => {
      if (!request.url?.endsWith('/consoleText')) return false;
      status(403)(response);
      return true;
    };
    const result = await world().result(await world().started());
    expect(result).toMatchObject({
      ...{ status: 'completed', failures: [{ test_name: 'shop.a' }], child_job_analyses: [] },
      request_params: { notes: [expect.stringMatching(/^The console output could not be read: /)] },
    });
  });
});
