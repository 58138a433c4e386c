import { describe, expect, it } from 'vitest';
import type { RunChanges } from '#core/analysis/base/schema/changes.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { failedCase, openBuildWorld } from '#test/support/analysis/build-world.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { testRepository } from '#test/support/git/git-repository.ts';
import { homes } from '#test/support/homes.ts';
import { useGit } from '#test/support/scm/git-objects.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, type World } from '#test/support/world.ts';

const commit = (commitId: string, msg: string, affectedPaths: string[]) => ({
  ...{ commitId, msg, affectedPaths, author: { fullName: 'Ada' }, kind: 'git' },
});
const git = (...items: object[]) => ({ changeSets: [{ kind: 'git', items }] });
const htmlOf = async (world: Pick<World, 'send'>, path: string) => {
  const { text } = await world.send({ path, headers: { accept: 'text/html' } });
  return text.replaceAll(/\s+/g, ' ');
};
const changesOf = async (world: Pick<World, 'send'>, id: string) =>
  ((await world.send({ path: `/results/${id}` })).json() as { changes?: RunChanges }).changes;

/** What changed between the last build that passed and one that failed. */
describe.each(homes())('changes of builds on $name', ({ home }) => {
  const world = eachTest(() => openBuildWorld(home));
  const nightly = (number: number, result: string, more: Record<string, unknown> = {}, of = {}) =>
    world().jenkins.add('team/nightly', number, {
      ...{ cases: [{ ...failedCase('pays', 'boom'), ...of }], result, more },
    });

  it('are those of all builds since, given to the model, and shown', async () => {
    world().say(answer('CODE ISSUE'));
    const at = { errorStackTrace: 'Error: boom\n    at total (/ci/src/cart.ts:17:3)' };
    nightly(1, 'SUCCESS', git(commit('a1', 'Too early', ['a1.ts'])));
    nightly(2, 'SUCCESS', git(commit('a2', 'Passes', ['a2.ts'])));
    nightly(3, 'UNSTABLE', git(commit('a3', 'Round\n\nAll of it.', ['src/cart.ts'])));
    nightly(4, 'ABORTED', { changeSet: { items: [commit('a4', 'Docs <b>', ['docs/a.md'])] } });
    nightly(
      5,
      'FAILURE',
      git(commit('a4', 'Docs <b>', ['docs/a.md']), commit('a5', 'Last', [])),
      at,
    );
    nightly(6, 'SUCCESS', git(commit('a6', 'Later', ['a6.ts'])));
    const id = await world().started();
    await world().result(id);
    expect(await changesOf(world(), id)).toEqual({
      since: '#2',
      commits: [
        { id: 'a5', author: 'Ada', message: 'Last' },
        { id: 'a4', author: 'Ada', message: 'Docs <b>' },
        { id: 'a3', author: 'Ada', message: 'Round' },
      ],
      files: ['docs/a.md', 'src/cart.ts'],
      is_whole: true,
    });
    const [call] = world().calls();
    expect(call?.prompt).toContain('What changed since the last run that passed (#2)');
    expect(call?.prompt).toContain('commit a3 Ada: Round');
    expect(call?.prompt).toContain('changed src/cart.ts');
    const page = await htmlOf(world(), `/results/${id}`);
    expect(page).toContain('What changed since #2, the last run that passed');
    expect(page).toContain('Docs &#60;b&#62;');
    expect(page).toContain('<strong>Changed since #2:</strong> <code>src/cart.ts</code>');
  });

  it('are not known where no build passed, and nothing is claimed', async () => {
    world().say(answer('CODE ISSUE'));
    nightly(4, 'FAILURE', git(commit('a4', 'Before', ['a4.ts'])));
    nightly(5, 'FAILURE', git(commit('a5', 'Now', ['a5.ts'])));
    const id = await world().started();
    await world().result(id);
    expect(await changesOf(world(), id)).toBeUndefined();
    expect(await htmlOf(world(), `/results/${id}`)).not.toContain('What changed');
    expect(world().calls()[0]?.prompt).not.toContain('What changed');
  });

  it('that cannot be read are a note, and the failures are explained', async () => {
    world().say(answer('CODE ISSUE'));
    nightly(5, 'FAILURE');
    world().jenkins.fault = ({ url = '' }, response) => {
      if (!url.includes('tree=builds')) return false;
      response.writeHead(403).end('no');
      return true;
    };
    const id = await world().started();
    const { status, request_params } = await world().result(id);
    const { notes } = request_params as { notes: string[] };
    expect([status, notes.join()]).toEqual([
      'completed',
      expect.stringContaining('What changed could not be read'),
    ]);
  });
});

describe('changes on a code host', () => {
  const open = async () => {
    const folder = await temporaryFolder();
    const host = scmHost({ files: [] });
    const server = await serveHost(host);
    const store = testRepository(folder.path, 'shop');
    const good = store.commit({ 'cart.ts': '1', 'same.ts': '1' });
    const bad = store.commit({ 'cart.ts': '2', 'same.ts': '1', 'new.ts': '1' });
    useGit(host.repository, store);
    return { host, server, good, bad };
  };
  const files = ['cart.ts', 'new.ts'];

  it('are compared for a workflow of GitHub Actions', async () => {
    const { host, server, good, bad } = await open();
    const add = (run_number: number, head_sha: string, conclusion: string, head_branch = 'main') =>
      host.repository.workflowRuns.push({
        ...{ id: run_number, run_number, run_attempt: 1, head_sha, head_branch, conclusion },
        ...{ name: 'tests', html_url: `https://github.com/owner/repo/actions/runs/${run_number}` },
        pull_requests: [],
      });
    add(1, good, 'success');
    add(2, bad, 'success', 'topic');
    add(3, bad, 'failure');
    add(4, bad, 'success');
    const ci = { CI_KIND: 'github-actions', CI_URL: host.origin, CI_PASSWORD: hostToken };
    const world = await openBuildWorld(onLocal, { ...ci, ALLOW_PRIVATE_HOSTS: 'true' });
    world.say(answer('CODE ISSUE'));
    const id = await world.started({ job_name: 'owner/repo/tests.yml', build_number: 3 });
    await world.result(id);
    expect(await changesOf(world, id)).toMatchObject({
      ...{ since: '#1', files, is_whole: true },
      commits: [{ id: bad, author: 'A' }],
    });
    await world.close();
    await server.close();
  });

  const failures = [{ test_name: 'pays', error_message: 'boom' }];
  const passed = '<testsuite tests="1"><testcase name="pays"/></testsuite>';

  /** Sends a run that passed, and one that failed; what changed between them. */
  async function sent(environment: Record<string, string>, run: object = {}) {
    const { host, server, good, bad } = await open();
    const world = await openAnalysisWorld(onLocal, {
      ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken, ALLOW_PRIVATE_HOSTS: 'true' },
      ...environment,
    });
    world.say(answer('CODE ISSUE'));
    const of = { job_name: 'shop', branch: 'main' };
    const first = await world.analyze({ raw_xml: passed, ...of, build_number: 1, commit: good });
    expect(first.status).toBe(200);
    const reply = await world.analyze({ failures, ...of, build_number: 2, commit: bad, ...run });
    const { job_id } = reply.json() as { job_id: string };
    const changes = await changesOf(world, job_id);
    const { requests } = host;
    await world.close();
    await server.close();
    return { changes, requests: requests.filter(({ path }) => path.includes('/compare/')), good };
  }

  it('are compared for a pipeline that sends its commits', async () => {
    const { changes, good } = await sent({ TESTS_REPO_URL: 'https://github.com/owner/repo' });
    expect(changes).toMatchObject({ since: good.slice(0, 12), files });
  });

  it('S3: uses the token of the server only for repositories that the operator named', async () => {
    const run_url = 'https://github.com/owner/repo/actions/runs/7';
    const { requests } = await sent({}, { run_url });
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
  });

  it('are none on another branch', async () => {
    const server = { TESTS_REPO_URL: 'https://github.com/owner/repo' };
    expect((await sent(server, { branch: 'topic' })).changes).toBeUndefined();
  });
});
