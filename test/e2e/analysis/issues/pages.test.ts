import { describe, expect, it } from 'vitest';
import { addJob, failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { openIssuesWorld } from '#test/support/analysis/issues-world.ts';
import { onLocal } from '#test/support/world.ts';

const browser = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
const uma = { cookie: 'app_username=uma' };

// As a browser without script sees them.
describe('the pages of an issue', () => {
  const environment = { PUBLIC_BASE_URL: 'https://lantern.example' };
  const world = eachTest(() => openIssuesWorld(onLocal, environment));
  const get = (path: string) => world().send({ path, headers: { ...browser, ...uma } });
  const post = (fields: Record<string, string>, headers: Record<string, string> = uma) =>
    world().send({
      ...{ method: 'POST', path: '/results/job_1/issue' },
      headers: { ...browser, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const add = () =>
    addJob(
      world().platform,
      { id: 'job_1', params: { ...params, tests_repo_url: null } },
      { failures: [failure('cart', { classification: 'PRODUCT BUG' })], child_job_analyses: [] },
    );
  const good = { group: '0', target: 'scm', title: 'The cart', body: 'One\nTwo' };

  it('lead from a cause to its issue, and back to the cause with a link', async () => {
    await add();
    expect((await get('/results/job_1')).text).toContain('href="/results/job_1/issue?group=0"');
    const empty = await get('/results/job_1/issue?group=0');
    expect(empty.text).toContain('Draft the issue');
    expect(world().host.requests).toEqual([]);
    const draft = await get('/results/job_1/issue?group=0&target=scm&links=true');
    expect(draft.text).toContain('value="cart is broken"');
    expect(draft.text).toContain('https://lantern.example/results/job_1');
    const filed = await post(good);
    expect([filed.status, filed.headers['location']]).toEqual([303, '/results/job_1#g0']);
    expect(world().host.repository.issues).toMatchObject([
      {
        title: 'The cart',
        body: expect.stringMatching(/^One\nTwo\n\n---\nReported by uma\n/) as string,
      },
    ]);
    const page = await get('/results/job_1');
    expect(page.text).toContain('href="https://host/owner/repo/issues/8"');
    expect(page.text).toContain('Issue #8');
  });

  it('say what to set where issues can be filed nowhere', async () => {
    const unset = { TRACKER_URL: undefined, SCM_TOKEN: undefined };
    const world = await openIssuesWorld(onLocal, unset);
    await addJob(
      world.platform,
      { id: 'job_1' },
      { failures: [failure('cart', {})], child_job_analyses: [] },
    );
    const path = '/results/job_1/issue?group=0';
    const { status, text } = await world.send({ path, headers: { ...browser, ...uma } });
    await world.close();
    expect(status).toBe(200);
    expect(text).toMatch(/Issues are off: .* TRACKER_URL/);
    expect(text).not.toContain('Draft the issue');
  });

  it('of the tracker offer its projects and security levels', async () => {
    await add();
    const draft = await get('/results/job_1/issue?group=0&target=tracker');
    expect(draft.text).toMatch(/<option\s+value="SHOP"\s+selected/);
    expect(draft.text).toMatch(/<option\s+value="10000"/);
    const filed = await post({ ...good, target: 'tracker', project: 'SHOP', level: '10000' });
    expect(filed.status).toBe(303);
    expect(world().jira.issues).toMatchObject([{ summary: 'The cart', security: '10000' }]);
  });

  it.each([
    ['a blank title', { title: ' ' }, 422, 'Enter a title.'],
    ['no place', { target: 'mail' }, 422, 'Choose where to file the issue.'],
    ['another project', { target: 'tracker', project: 'NONE' }, 502, 'NONE'],
  ])('keep what was written, and say what is wrong with %s', async (_, wrong, status, text) => {
    await add();
    const reply = await post({ ...good, ...wrong });
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(text);
    if (text !== 'Choose where to file the issue.')
      expect(reply.text).toContain('One\nTwo</textarea>');
  });

  it('say that a token was refused, without a login', async () => {
    await add();
    world().host.faults.push({ status: 401, body: { message: 'Bad credentials' } });
    const reply = await post(good);
    expect([reply.status, reply.text.includes('Bad credentials')]).toEqual([401, true]);
    const draft = await get('/results/job_1/issue?group=0&target=tracker&project=NONE');
    expect(draft.status).toBe(200);
  });
});
