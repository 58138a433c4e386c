import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { comments } from '#core/analysis/base/tables/discussion-tables.ts';
import { addJob, childJob, failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { openIssuesWorld } from '#test/support/analysis/issues-world.ts';
import type { HostReply } from '#test/support/scm/reply.ts';
import type { HostIssue } from '#test/support/scm/state.ts';
import { homes } from '#test/support/homes.ts';

const as = (name: string) => ({ cookie: `app_username=${name}` });
const detail = (text: string) => ({ detail: text });
const report = { test_name: 'cart', title: 'The cart is empty', body: 'It should have two lines.' };

const result = {
  failures: [failure('login'), failure('cart', { classification: 'PRODUCT BUG' })],
  child_job_analyses: [childJob('child', 7, [failure('login', { error: 'timeout' })])],
};

/** Issues in the code host and in the tracker. */
describe.each(homes())('issues on $name', ({ home }) => {
  const world = eachTest(() => openIssuesWorld(home));
  const send = async (path: string, body: object, headers: object = as('uma')) => {
    const reply = await world().send({
      ...{ method: 'POST', path: `/results/${path}`, body, headers: { ...headers } },
    });
    return [reply.status, reply.json()] as [number, Record<string, unknown>];
  };
  const filed = () => world().host.repository.issues;
  const written = async () =>
    (await world().platform.records.list(comments, { where: { job_id: 'job_1' } })).rows;
  const add = (changes: object = {}) =>
    addJob(
      world().platform,
      { id: 'job_1', params: { ...params, tests_repo_url: null }, ...changes },
      result,
    );
  const create = (body: object, headers?: object) => send('job_1/create-scm-issue', body, headers);
  const preview = (body: object) => send('job_1/preview-scm-issue', body);

  const github = (status: number, headers: Record<string, string> = {}): HostReply => ({
    ...{ status, headers, body: { message: 'No' } },
  });

  describe.each(['scm-issue', 'tracker-bug'] as const)('create-%s', (route) => {
    const isScm = route === 'scm-issue';
    const file = (body: object, headers?: object) => send(`job_1/create-${route}`, body, headers);
    /** Titles and texts. */
    const there = () =>
      isScm
        ? filed().map(({ title, body }) => [title, body])
        : world().jira.issues.map(({ summary, description }) => [summary, description as string]);
    const loseAnswer = () => {
      const { host, jira } = world();
      host.afterChange = (change) =>
        change.startsWith('POST') ? { status: 502, body: 'closed' } : undefined;
      jira.afterAnswer = ({ method, path }) =>
        method === 'POST' && path.endsWith('/issue') ? 'close' : undefined;
    };

    it('files an issue with its reporter, and a comment with its link', async () => {
      await add();
      const [status, issue] = await file(report);
      const { url, comment_id } = issue;
      const own = isScm
        ? { url: 'https://host/owner/repo/issues/8', key: '', number: 8 }
        : { url: `${world().jira.origin}/browse/SHOP-1`, key: 'SHOP-1', number: 0 };
      const id = expect.any(Number) as number;
      expect([status, issue]).toEqual([201, { ...own, title: report.title, comment_id: id }]);
      expect(there()).toEqual([
        [
          report.title,
          expect.stringMatching(
            /^It should have two lines\.\n\n----?\n+Reported by uma\n\nFiled with Lantern [^]*lantern-[0-9a-f]{24}/,
          ),
        ],
      ]);
      expect(await written()).toMatchObject([
        { id: comment_id, comment: `Issue: ${String(url)}`, username: 'uma', test_name: 'cart' },
      ]);
    });

    it('answers a repeated request with the same issue, whatever its title (R1)', async () => {
      await add();
      const first = await file(report);
      expect(await file({ ...report, title: 'Another title' }, {})).toEqual(first);
      expect([there().length, (await written()).length]).toEqual([1, 1]);
      const inChild = { child_job_name: 'child', test_name: 'login' };
      const second = await file({ ...report, ...inChild, child_build_number: 0 });
      expect(await file({ ...report, ...inChild, child_build_number: 7 })).toEqual(second);
      expect(there()).toHaveLength(2);
    });

    it('files one issue for racing requests (R2)', async () => {
      await add();
      const racing = Promise.all(Array.from({ length: 8 }, () => file(report)));
      let isOver = false;
      void racing.finally(() => (isOver = true));
      // The others look again and again for what the first one does, on a clock of their own.
      while (!isOver) {
        await pause(20);
        await world().clock.advance(100);
      }
      const replies = await racing;
      expect(replies.map(([status]) => status)).toEqual(replies.map(() => 201));
      expect(new Set(replies.map(([, body]) => JSON.stringify(body))).size).toBe(1);
      expect([there().length, (await written()).length]).toEqual([1, 1]);
    });

    it('finds an issue that was filed although the answer was lost (R1)', async () => {
      await add();
      loseAnswer();
      expect((await file(report))[0]).toBe(201);
      expect([there().length, (await written()).length]).toEqual([1, 1]);
    });

    it.each<[string, HostReply, number]>([
      ['401', github(401), 401],
      ['403', github(403), 401],
      ['429', github(429), 502],
      ['no JSON', { status: 200, body: '<html>' }, 502],
      [
        'a redirect',
        { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
        502,
      ],
    ])('answers %s, and files the issue at the next request', async (_, fault, status) => {
      await add();
      world().host.faults.push(fault);
      world().jira.faults.push(fault);
      const [code, body] = await file(report);
      expect([code, Object.keys(body)]).toEqual([status, ['detail']]);
      expect([there().length, (await written()).length]).toEqual([0, 0]);
      expect((await file(report))[0]).toBe(201);
      expect(there()).toHaveLength(1);
    });

    it('mentions no one, and masks secrets (S8, S10)', async () => {
      await add();
      const token = `ghp_${'b'.repeat(36)}`;
      const title = `List<String>\nof @team ${token}`;
      await file({ ...report, title, body: `@team [~ann] <b>x</b> ${token}` });
      const [[shown, body] = []] = there();
      // Titles are plain text there.
      expect(shown).toBe('List<String> of @team ***');
      expect(body).not.toMatch(/@team|\[~ann|<b>/);
      expect(body).not.toContain(token);
    });
  });

  it('a secondary rate limit of the code host is a 502 that says when to try again', async () => {
    await add();
    world().host.faults.push(github(403, { 'retry-after': '60' }));
    const [status, { detail }] = await create(report);
    expect([status, detail]).toEqual([502, expect.stringContaining('try again in 60 s')]);
  });

  const routes = ['preview-scm-issue', 'create-scm-issue', 'preview-tracker-bug'];
  describe.each([...routes, 'create-tracker-bug'])('%s', (route) => {
    const ask = (body: object, id = 'job_1') => send(`${id}/${route}`, { ...report, ...body });
    it.each([
      ['pending', 202, 'Job job_1 is still pending'],
      ['failed', 409, 'Job job_1 failed'],
    ] as const)('of a %s job is %i', async (status, code, text) => {
      await add({ status });
      expect(await ask({})).toEqual([code, detail(text)]);
    });

    it.each([
      [{ test_name: 'nope' }, 404, `Test 'nope' not found in job job_1`],
      [{ child_job_name: 'other' }, 400, 'Invalid child scope'],
    ])('with %j is %i', async (body, status, text) => {
      await add();
      expect(await ask(body)).toEqual([status, detail(text)]);
    });
  });

  it.each([[{ title: ' ' }], [{ title: undefined }], [{ body: undefined }], [{ test_name: 7 }]])(
    'refuses %j',
    async (wrong) => {
      await add();
      expect((await create({ ...report, ...wrong }))[0]).toBe(422);
    },
  );

  describe('the preview', () => {
    const other = {
      ...{
        number: 3,
        title: 'Cart loses lines',
        body: null,
        state: 'closed' as const,
        user: 'ada',
      },
      ...{ labels: [], created_at: '2026-01-01T00:00:00Z', html_url: 'https://host/3' },
    } satisfies HostIssue;

    it('is a template without a model, with similar issues', async () => {
      await add();
      world().host.repository.issues.push(other);
      const [status, { title, body, similar_issues }] = await preview({ test_name: 'cart' });
      expect([status, title]).toEqual([200, 'cart is broken']);
      expect(body).toContain('It does not answer.');
      expect(body).toContain('```\ncart broke\n```');
      expect(body).not.toContain('/results/');
      expect(similar_issues).toEqual([
        { number: 3, title: other.title, url: other.html_url, status: 'closed' },
      ]);
      expect(filed()).toEqual([other]);
    });

    it('is the model’s, which is paid for once; its text mentions no one and hides nothing (S8, S9)', async () => {
      await add();
      const token = `ghp_${'a'.repeat(36)}`;
      const hostile = `Ask @team.\n<!-- hidden -->\n[//]: # (hidden)\n${token}\n\`\`\`\n@kept <b>\n\`\`\`\n`;
      world().say({
        task: { kind: 'issue' },
        json: { title: 'Hey @all\n<b>', body: hostile },
      });
      const model = { ai_provider: 'provider_a', ai_model: 'm' };
      const [, { title, body }] = await preview({ test_name: 'cart', ...model });
      expect(title).toBe('Hey @all <b>');
      expect(body).toBe(
        'Ask @\u200Bteam.\n<\u200B!-- hidden -->\n[//]\u200B: # (hidden)\n***\n```\n@kept <b>\n```\n',
      );
      await preview({ test_name: 'cart', ...model });
      const prompts = world()
        .calls()
        .map(({ prompt }) => prompt);
      expect(prompts).toHaveLength(1);
      expect(prompts[0]).toContain('cart broke');
    });

    it.each([
      ['no JSON', 'The cart is broken.'],
      ['a failure', undefined],
    ])('is the template when the model answers with %s', async (_, text) => {
      await add();
      world().say(text === undefined ? { exit: 3 } : { text });
      const [status, { title }] = await preview({
        ...{ test_name: 'cart', ai_provider: 'provider_a', ai_model: 'm' },
      });
      expect([status, title]).toEqual([200, 'cart is broken']);
    });

    it('of a bug in the tracker has similar issues of the project', async () => {
      await add();
      const { key } = world().jira.add('SHOP', { summary: 'The cart is broken' });
      expect(await send('job_1/preview-tracker-bug', { test_name: 'cart' })).toMatchObject([
        200,
        { title: 'cart is broken', similar_issues: [{ key, title: 'The cart is broken' }] },
      ]);
    });
  });
});
