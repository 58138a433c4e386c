import { afterEach, describe, expect, it } from 'vitest';
import { addJob, failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { openIssuesWorld, type IssuesWorld } from '#test/support/analysis/issues-world.ts';
import { onLocal } from '#test/support/world.ts';

const uma = { cookie: 'app_username=uma' };
const issue = { test_name: 'login', title: 'a', body: 'b' };

describe('who files issues where', () => {
  let world: IssuesWorld | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  async function open(environment: Record<string, string | undefined> = {}, tests_repo_url = '') {
    world = await openIssuesWorld(onLocal, environment);
    const { platform, host } = world;
    host.tokens.set('token-of-uma', 'uma').set('token-of-request', 'ann');
    const job = { id: 'job_1', params: { ...params, tests_repo_url: tests_repo_url || null } };
    await addJob(platform, job, { failures: [failure('login')], child_job_analyses: [] });
    return world;
  }
  async function create(route: string, body: object = {}, job = 'job_1') {
    const path = `/results/${job}/create-${route}`;
    const sent = { method: 'POST', path, headers: uma, body: { ...issue, ...body } };
    const reply = await world?.send(sent);
    return [reply?.status, (reply?.json() as { detail?: string }).detail ?? ''] as const;
  }
  const store = () =>
    world?.send({
      ...{ method: 'PUT', path: '/api/user/tokens', headers: uma },
      body: { scm_token: 'token-of-uma' },
    });
  const unset = { TESTS_REPO_URL: undefined, SCM_TOKEN: undefined };

  // Before the job, which does not exist.
  it.each([
    ['scm-issue', unset, 403, 'Issues in the code host are disabled'],
    ['scm-issue', { ENABLE_SCM_ISSUES: 'false' }, 403, 'Issues in the code host are disabled'],
    ['scm-issue', { ...unset, ENABLE_SCM_ISSUES: 'true' }, 400, 'No repository for issues'],
    ['scm-issue', { SCM_TOKEN: undefined, ENABLE_SCM_ISSUES: 'true' }, 400, 'No token for'],
    ['tracker-bug', { ENABLE_TRACKER_ISSUES: 'false' }, 403, 'Issues in the tracker are disabled'],
    ['tracker-bug', { TRACKER_URL: undefined }, 400, 'No tracker is configured'],
    ['tracker-bug', { TRACKER_PAT: undefined }, 400, 'No token for the tracker'],
    ['tracker-bug', { TRACKER_PROJECT_KEY: undefined }, 400, 'No project of the tracker'],
    ['tracker-bug', {}, 404, `Job 'none' not found`],
  ])('create-%s with %j is %i: %s', async (route, environment, status, text) => {
    await open(environment);
    expect(await create(route, {}, 'none')).toEqual([status, expect.stringContaining(text)]);
  });

  it('of an enterprise host are filed without TESTS_REPO_URL, and others get no token', async () => {
    const enterprise = { TESTS_REPO_URL: undefined, ENABLE_SCM_ISSUES: 'true' };
    const { host } = await open(enterprise);
    const scm_repo_url = `${host.origin}/owner/repo`;
    expect(await create('scm-issue', { scm_repo_url })).toEqual([201, '']);
    expect(host.repository.issues.map(({ user }) => user)).toEqual(['lantern-bot']);
    const elsewhere = { scm_repo_url: 'https://elsewhere.example/owner/repo' };
    expect(await create('scm-issue', elsewhere)).toEqual([
      400,
      expect.stringContaining('No token for the code host'),
    ]);
  });

  it('the token is the request’s, else the stored one, else the server’s', async () => {
    const { host } = await open();
    const reporters = () => host.repository.issues.map(({ user }) => user);
    const more = () => host.repositories.set('owner/other', { ...host.repository, issues: [] });
    await create('scm-issue');
    await store();
    more();
    await create('scm-issue', { scm_repo_url: 'https://github.com/owner/other' });
    const others = host.repositories.get('owner/other');
    expect([reporters(), others?.issues[0]?.user]).toEqual([['lantern-bot'], 'uma']);
    host.repositories.set('owner/third', { ...host.repository, issues: [] });
    const third = 'git@github.com:owner/third.git';
    await create('scm-issue', { scm_repo_url: third, scm_token: 'token-of-request' });
    expect(host.repositories.get('owner/third')?.issues[0]?.user).toBe('ann');
  });

  it('stored tokens go to the code host of the server alone', async () => {
    const { host } = await open({}, 'https://elsewhere.example/owner/repo');
    await store();
    for (const scm_repo_url of [
      'https://elsewhere.example/owner/repo',
      'http://github.com/owner/repo',
      'https://github.com:8443/owner/repo',
    ]) {
      const [status, text] = await create('scm-issue', { scm_repo_url });
      expect([status, text]).toEqual([400, expect.stringContaining('No token for the code host')]);
    }
    expect(host.requests).toEqual([]);
    // The repository that the starter of the analysis named is not taken for it.
    expect((await create('scm-issue', { scm_token: 'token-of-request' }))[0]).toBe(201);
    expect(host.repository.issues).toHaveLength(1);
  });

  it('a repository at a private address is refused (S4)', async () => {
    await open();
    for (const origin of ['https://127.0.0.1:1', 'https://169.254.169.254', 'https://[::1]']) {
      const body = { scm_repo_url: `${origin}/a/b`, scm_token: 'x' };
      expect((await create('scm-issue', body))[0]).toBe(400);
    }
  });

  it.each([
    'nowhere',
    'https://github.com/owner',
    'https://github.com/a/b/c',
    'file:///etc/passwd',
  ])('scm_repo_url %s is 400', async (scm_repo_url) => {
    await open();
    expect(await create('scm-issue', { scm_repo_url })).toEqual([
      ...[400, 'scm_repo_url must be https://host/owner/repository'],
    ]);
  });
});
