import { afterEach, describe, expect, it } from 'vitest';
import { openIssuesWorld, type IssuesWorld } from '#test/support/analysis/issues-world.ts';
import { onLocal } from '#test/support/world.ts';

const uma = { cookie: 'app_username=uma' };
const browser = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };

describe('feedback', () => {
  let world: IssuesWorld;
  afterEach(() => world.close());
  const open = async (environment: Record<string, string | undefined> = {}) => {
    world = await openIssuesWorld(onLocal, environment);
    return world.host.repository.issues;
  };
  const post = async (path: string, body: object, headers: Record<string, string> = uma) => {
    const reply = await world.send({ method: 'POST', path, body, headers });
    return [reply.status, reply.json()] as [number, Record<string, unknown>];
  };
  const preview = (body: object) => post('/api/feedback/preview', body);
  const create = (body: object, headers?: Record<string, string>) =>
    post('/api/feedback/create', body, headers);

  it('is shown as the issue that it becomes, without secrets and mentions (S8, S10)', async () => {
    const filed = await open();
    const token = `ghp_${'c'.repeat(36)}`;
    const [status, issue] = await preview({
      description: `The chart is empty @team\n<b>Always</b> ${token}`,
      feedback_type: 'feature',
      console_errors: [`TypeError: x ${token}`, `${'y'.repeat(1_990)} ${token}`],
      failed_api_calls: [{ status: 500, endpoint: '/api/dashboard' }],
      page_state: { url: '/history' },
      user_agent: 'Browser 1.0',
    });
    expect([status, issue]).toEqual([
      200,
      {
        title: 'The chart is empty @team',
        body: [
          'The chart is empty @\u200Bteam\n<\u200Bb>Always<\u200B/b> ***',
          '### Console errors\n\n```\nTypeError: x ***\n' + `${'y'.repeat(1_990)} ***` + '\n```',
          '### Failed calls\n\n```\n{"status":500,"endpoint":"/api/dashboard"}\n```',
          '### Page\n\n```\n{"url":"/history"}\n```',
          'Browser: `Browser 1.0`',
        ].join('\n\n'),
        labels: ['enhancement'],
      },
    ]);
    expect(filed).toEqual([]);
    const [code, { issue_url, issue_number, title }] = await create(issue);
    expect([code, issue_url, issue_number, title]).toEqual([
      ...[201, 'https://host/owner/repo/issues/8', 8, issue['title']],
    ]);
    expect(filed).toMatchObject([{ labels: ['enhancement'], user: 'lantern-bot' }]);
    expect(filed[0]?.body).toContain('\nReported by uma\n');
  });

  it('sent twice by a person within a day is one issue (R1)', async () => {
    const filed = await open();
    const issue = { title: 'a', body: 'b', labels: ['bug'] };
    const first = await create(issue);
    expect(await create(issue)).toEqual(first);
    await create(issue, { cookie: 'app_username=vic' });
    expect(filed).toHaveLength(2);
    world.clock.jump(86_400_001);
    await create(issue);
    expect(filed).toHaveLength(3);
  });

  const many = Array.from({ length: 51 }, () => 'x');
  it.each([
    ['preview', { description: 'x'.repeat(10_001) }],
    ['preview', { description: 'a', console_errors: many }],
    ['create', { title: '', body: '' }],
    ['create', { title: 'a', body: 'x'.repeat(50_001) }],
    ['create', { title: 'a', body: '', labels: [7] }],
  ])('%s refuses wrong input', async (route, body) => {
    const filed = await open();
    expect((await post(`/api/feedback/${route}`, body))[0]).toBe(422);
    expect(filed).toEqual([]);
  });

  it('is 403 when it is disabled, and 502 when the code host fails', async () => {
    await open({ ENABLE_SCM_ISSUES: 'false' });
    expect((await preview({ description: 'a' }))[0]).toBe(403);
    expect((await create({ title: 'a', body: 'b' }))[0]).toBe(403);
    const page = await world.send({ path: '/feedback', headers: browser });
    expect(page.text).toContain('Feedback is off');
    await world.close();
    await open();
    world.host.faults.push({ status: 503, body: '' });
    expect((await create({ title: 'a', body: 'b' }))[0]).toBe(502);
  });

  it('has a page, which every page links', async () => {
    const filed = await open();
    const home = await world.send({ path: '/', headers: browser });
    expect(home.text).toMatch(/<footer[^]*href="\/feedback"/);
    const send = (description: string, headers: Record<string, string> = uma) =>
      world.send({
        ...{ method: 'POST', path: '/feedback', headers: { ...browser, ...headers } },
        body: new URLSearchParams({ description, feedback_type: 'question' }).toString(),
      });
    const empty = await send(' ');
    expect([empty.status, empty.text.includes('Write something.')]).toEqual([422, true]);
    expect((await send('Why?', {})).text).toContain('Your text is not lost');
    const sent = await send('Why?\nReally.');
    expect([sent.status, sent.headers['location']]).toEqual([303, '/feedback?issue=8']);
    expect(filed).toMatchObject([{ title: 'Why?', labels: ['question'] }]);
    const page = await world.send({ path: '/feedback?issue=8', headers: browser });
    expect(page.text).toContain('href="https://github.com/owner/repo/issues/8"');
  });
});
