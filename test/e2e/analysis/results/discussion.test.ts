import { describe, expect, it } from 'vitest';
import { fixFiles } from '#core/analysis/base/job-files.ts';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { failureHistory, signatureOverrides } from '#core/analysis/base/tables/tables.ts';
import { addJob, childJob, failure, nestedResult } from '#test/support/analysis/analysis-jobs.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const as = (name: string) => ({ cookie: `app_username=${name}` });
const detail = (text: string) => ({ detail: text });
const inChild = { child_job_name: 'child', child_build_number: 7 };
const at = '2026-03-01T12:00:00.000Z';

/** What people add to a stored analysis. */
describe.each(homes())('discussion on $name', ({ name, home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = as('uma'),
  ) => {
    const reply = await world().send({ method, path, headers, ...(body && { body }) });
    return [reply.status, reply.json()] as [number, unknown];
  };
  const get = (path: string, headers = as('uma')) => send('GET', path, undefined, headers);
  const comment = (body: object, headers?: Record<string, string>) =>
    send('POST', '/results/job_1/comments', body, headers);
  const review = (body: object, headers?: Record<string, string>) =>
    send('PUT', '/results/job_1/reviewed', body, headers);
  const override = (body: object) => send('PUT', '/results/job_1/override-classification', body);
  const row = () => world().platform.records.get(jobs, { id: 'job_1' });
  const add = (changes: object = {}, result = nestedResult) =>
    addJob(world().platform, { id: 'job_1', ...changes }, result);

  const writes = [
    ['POST', '/comments', { comment: 'x' }],
    ['PUT', '/reviewed', { reviewed: true }],
    ['PUT', '/override-classification', { classification: 'PRODUCT BUG' }],
  ] as const;

  describe.each(writes)('%s /results/{job_id}%s', (method, path, content) => {
    const write = (target: object, id = 'job_1') =>
      send(method, `/results/${id}${path}`, { ...content, ...target });

    it.each([
      ['running', 202, 'Job job_1 is still running'],
      ['failed', 409, 'Job job_1 failed'],
    ] as const)('to a %s job is %i', async (status, code, message) => {
      await add({ status });
      expect(await write({ test_name: 'login' })).toEqual([code, detail(message)]);
    });

    const unknown = (name: string) =>
      [404, detail(`Test '${name}' not found in job job_1`)] as const;
    const badScope = [400, detail('Invalid child scope')] as const;
    it.each([
      [{ test_name: 'deep' }, unknown('deep')],
      [{ test_name: 'login', child_job_name: 'other', child_build_number: 7 }, badScope],
      [{ test_name: 'login', child_build_number: 7 }, badScope],
      [{ test_name: 'nope', ...inChild }, unknown('nope')],
    ])('with %j', async (target, answer) => {
      await add();
      expect(await write(target)).toEqual(answer);
    });

    it('to a test that only another job has, which began in the same moment', async () => {
      await add();
      const failures = [failure('other')];
      await addJob(
        world().platform,
        { id: 'job_2', kind: 'direct' },
        { failures, child_job_analyses: [] },
      );
      expect((await write({ test_name: 'other' }, 'job_2'))[0]).toBeLessThan(300);
      expect(await write({ test_name: 'other' })).toEqual(unknown('other'));
    });

    it('refuses what is no target', async () => {
      await add();
      for (const target of [{}, { test_name: 1 }, { test_name: 'login', child_build_number: -1 }]) {
        expect((await write(target))[0]).toBe(422);
      }
      expect(await write({ test_name: 'login' }, 'none')).toEqual([
        404,
        detail(`Job 'none' not found`),
      ]);
    });
  });

  describe('comments', () => {
    it('are listed with the signature of their failure, and counted', async () => {
      await add();
      const [status, { id }] = (await comment({ test_name: 'login', comment: 'a' })) as [
        number,
        { id: number },
      ];
      expect(status).toBe(201);
      await comment({ test_name: 'deep', child_job_name: 'grandchild', comment: '<b>' }, {});
      const common = { job_id: 'job_1', created_at: at };
      const [own, grandchild] = [
        nestedResult.failures[0],
        nestedResult.child_job_analyses[0]?.failed_children[0]?.failures[0],
      ];
      expect(await get('/results/job_1/comments')).toEqual([
        200,
        {
          comments: [
            {
              ...{ ...common, id, comment: 'a', username: 'uma', test_name: 'login' },
              ...{ child_job_name: '', child_build_number: 0 },
              error_signature: own?.error_signature,
            },
            {
              ...{ ...common, id: id + 1, comment: '<b>', username: '', test_name: 'deep' },
              ...{ child_job_name: 'grandchild', child_build_number: 0 },
              error_signature: grandchild?.error_signature,
            },
          ],
          reviews: {},
        },
      ]);
      expect(await row()).toMatchObject({ comment_count: 2 });
    });

    it.each(['', ' \n', 'x'.repeat(10_001)])('cannot be %j', async (text) => {
      await add();
      expect((await comment({ test_name: 'login', comment: text }))[0]).toBe(422);
    });

    it.each(['漢', '"', '\u0001'])(
      'have up to 10,000 characters, such as %j',
      async (character) => {
        await add();
        const body = { test_name: 'login', comment: character.repeat(10_000) };
        expect((await comment(body))[0]).toBe(201);
      },
    );

    it('of 20 writers at once are all counted (R2)', async () => {
      await add();
      const body = { test_name: 'login', comment: 'x' };
      const replies = await Promise.all(Array.from({ length: 20 }, () => comment(body)));
      expect(new Set(replies.map(([status]) => status))).toEqual(new Set([201]));
      expect(await row()).toMatchObject({ comment_count: 20 });
    });

    it.each([
      ['their own', () => as('uma'), 200, { status: 'deleted' }],
      ['another’s', () => as('vic'), 404, detail('Comment 1 not found')],
      ['any, as an administrator', () => asAdmin, 200, { status: 'deleted' }],
      ['none without a name', () => ({}), 401, detail('Username required')],
    ])('are deleted: %s', async (_, headers, status, body) => {
      await add();
      await comment({ test_name: 'login', comment: 'for @vic' });
      const path = '/results/job_1/comments/1';
      expect(await send('DELETE', path, undefined, headers())).toEqual([status, body]);
      const left = status === 200 ? 0 : 1;
      const [, { comments }] = (await get('/results/job_1/comments')) as [
        0,
        { comments: object[] },
      ];
      const [, { mentions }] = (await get('/api/users/mentions', as('vic'))) as [
        0,
        { mentions: object[] },
      ];
      expect([comments.length, mentions.length, (await row())?.comment_count]).toEqual([
        ...[left, left, left],
      ]);
    });
  });

  describe('mentions', () => {
    it('are listed for the named, whatever the case, until they are read', async () => {
      await add();
      await comment({ test_name: 'login', comment: 'cc @Vic, @wim. mail@xia.example @@yan' });
      await comment({ test_name: 'cart', comment: '@vic again' });
      const [, list] = (await get('/api/users/mentions', as('VIC'))) as [
        number,
        { mentions: { id: number }[]; unread: number },
      ];
      expect(list.unread).toBe(2);
      expect(list.mentions).toMatchObject([
        { id: 2, job_id: 'job_1', test_name: 'cart', comment: '@vic again', read: false },
        { id: 1, username: 'uma', created_at: at },
      ]);
      const read = (body?: object) => send('POST', '/api/users/mentions/read', body, as('vic'));
      expect(await read({ ids: [1, 99] })).toEqual([200, { read: 1 }]);
      expect(await get('/api/users/mentions', as('vic'))).toMatchObject([
        200,
        { unread: 1, mentions: [{ read: false }, { read: true }] },
      ]);
      expect(await read()).toEqual([200, { read: 1 }]);
      expect(await read()).toEqual([200, { read: 0 }]);
      const count = async (name: string) =>
        ((await get('/api/users/mentions', as(name)))[1] as { unread: number }).unread;
      expect(await Promise.all(['wim', 'xia', 'xia.example', 'yan', 'uma'].map(count))).toEqual([
        ...[1, 0, 0, 0, 0],
      ]);
    });
  });

  describe('reviews', () => {
    it('are a map by test, or child, build and test', async () => {
      await add();
      const key = await addUser(world(), 'vic');
      expect(await review({ test_name: 'login', reviewed: true })).toEqual([
        200,
        { status: 'ok', reviewed_by: 'uma' },
      ]);
      await review({ test_name: 'login', ...inChild, reviewed: true }, bearer(key));
      // Without a number, any build of the child is meant.
      await review({ test_name: 'deep', child_job_name: 'grandchild', reviewed: true }, {});
      await review({ test_name: 'cart', reviewed: false });
      const by = (username: string, reviewed = true) => ({ reviewed, username, updated_at: at });
      expect((await get('/results/job_1/comments'))[1]).toEqual({
        comments: [],
        reviews: {
          login: by('uma'),
          cart: by('uma', false),
          'child#7::login': by('vic'),
          'grandchild#9::deep': by(''),
        },
      });
      const status = { total_failures: 4, reviewed_count: 3, comment_count: 0 };
      expect(await get('/results/job_1/review-status')).toEqual([200, status]);
      await review({ test_name: 'login', reviewed: false });
      const less = { ...status, reviewed_count: 2 };
      expect(await get('/results/job_1/review-status')).toEqual([200, less]);
    });

    it('without a build number are of all builds of the child', async () => {
      const twice = [childJob('c', 1, [failure('t')]), childJob('c', 2, [failure('t')])];
      await add({}, { failures: [], child_job_analyses: twice });
      await review({ test_name: 't', child_job_name: 'c', reviewed: true });
      const [, { reviews }] = (await get('/results/job_1/comments')) as [0, { reviews: object }];
      expect(Object.keys(reviews)).toEqual(expect.arrayContaining(['c#1::t', 'c#2::t']));
    });
  });

  describe('PUT /results/{job_id}/override-classification', () => {
    const same = { error: 'boom' };
    const result = {
      failures: [failure('a', same), failure('b', same), failure('c')],
      child_job_analyses: [childJob('child', 7, [failure('d', same)])],
    };
    const signature = result.failures[0]?.error_signature ?? '';
    const classes = async () => {
      const [, body] = (await get('/results/job_1')) as [0, { result: typeof result }];
      const all = [...body.result.failures, ...(body.result.child_job_analyses[0]?.failures ?? [])];
      return all.map(({ analysis }) => analysis.classification);
    };
    const history = async () => {
      const { rows } = await world().platform.records.list(failureHistory, {
        where: { job_id: 'job_1' },
      });
      return rows.map(({ classification }) => classification);
    };

    it('changes all failures of the error in the build, their counts and their history', async () => {
      await add({}, result);
      expect(await override({ test_name: 'b', classification: 'PRODUCT BUG' })).toEqual([
        200,
        { status: 'ok', classification: 'PRODUCT BUG' },
      ]);
      const expected = ['PRODUCT BUG', 'PRODUCT BUG', 'CODE ISSUE', 'CODE ISSUE'];
      expect([await classes(), await history()]).toEqual([expected, expected]);
      expect(await row()).toMatchObject({ code_issues: 2, product_bugs: 2, infrastructure: 0 });
      const target = { test_name: 'd', ...inChild };
      await override({ ...target, classification: 'INFRASTRUCTURE' });
      await override({ ...target, classification: 'INFRASTRUCTURE' });
      expect(await row()).toMatchObject({ code_issues: 1, product_bugs: 2, infrastructure: 1 });
      expect((await classes())[3]).toBe('INFRASTRUCTURE');
    });

    it('is remembered for the signature with the file of its analysis, until it is removed', async () => {
      await add({}, result);
      const { records, blobs } = world().platform;
      const file = { path: 'src/a.ts', hash: 'f'.repeat(40) };
      await blobs.put(fixFiles('job_1'), JSON.stringify([[file.path, file.hash]]));
      await override({ test_name: 'a', classification: 'INFRASTRUCTURE' });
      const stored = await records.get(signatureOverrides, { signature });
      expect(stored).toMatchObject({
        ...{ classification: 'INFRASTRUCTURE', username: 'uma', job_id: 'job_1', file },
        updated_at: at,
        detail: { details: 'Why a failed.', classification: 'INFRASTRUCTURE' },
      });
      expect(stored?.detail).not.toHaveProperty('code_fix');
      const path = `/history/overrides/${signature}`;
      expect(await send('DELETE', path)).toEqual([200, { deleted: signature }]);
      expect(await records.get(signatureOverrides, { signature })).toBeUndefined();
      const gone = detail(`Override '${signature}' not found`);
      expect(await send('DELETE', path)).toEqual([404, gone]);
      expect((await classes())[0]).toBe('INFRASTRUCTURE');
    });

    it('needs the build of a child, and one of the three classes', async () => {
      await add();
      const wanted = { test_name: 'login', child_job_name: 'child' };
      expect(await override({ ...wanted, classification: 'PRODUCT BUG' })).toEqual([
        400,
        detail('child_build_number is required with child_job_name'),
      ]);
      for (const classification of ['', 'FLAKY', undefined]) {
        expect((await override({ test_name: 'login', classification }))[0]).toBe(422);
      }
    });

    it('loses nothing of 32 writers (R2)', async () => {
      const names = Array.from({ length: 16 }, (_, index) => `t${index}`);
      await add({}, { failures: names.map((name) => failure(name)), child_job_analyses: [] });
      const statuses = await Promise.all(
        names.flatMap((test_name) =>
          ['PRODUCT BUG', 'INFRASTRUCTURE'].map(
            async (classification) => (await override({ test_name, classification }))[0],
          ),
        ),
      );
      expect(statuses).toEqual(statuses.map(() => 200));
      const [, body] = (await get('/results/job_1')) as [0, { result: typeof result }];
      const seen = body.result.failures.map(({ analysis }) => analysis.classification);
      expect(seen).not.toContain('CODE ISSUE');
      expect(await history()).toEqual(seen);
      const bugs = seen.filter((each) => each === 'PRODUCT BUG').length;
      expect(await row()).toMatchObject({
        ...{ code_issues: 0, product_bugs: bugs, infrastructure: 16 - bugs },
      });
    });
  });

  it.runIf(name === 'laptop')(
    'an override changes more failures than a page of records has',
    async () => {
      const { platform } = world();
      const names = Array.from({ length: 1_100 }, (_, at) => `test ${at}`);
      const failures = names.map((name) => failure(name, { error: 'boom' }));
      await add({}, { failures, child_job_analyses: [] });
      const body = { test_name: 'test 7', classification: 'INFRASTRUCTURE' };
      expect((await override(body))[0]).toBe(200);
      const { total } = await platform.records.list(failureHistory, {
        ...{ where: { job_id: 'job_1' }, filter: { classification: 'INFRASTRUCTURE' } },
        total: true,
      });
      expect(total).toBe(1_100);
    },
  );
});
