import { describe, expect, it } from 'vitest';
import { cherryPick } from '#core/webhook/actions/cherry-pick.ts';
import { eachTest } from '#test/support/each-test.ts';
import { testRepository, type TestRepository } from '#test/support/git/git-repository.ts';
import { handlerWorld, interruptEverywhere } from '#test/support/http/handler-world.ts';
import { useGit } from '#test/support/scm/git-objects.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const lines = (...changed: string[]) => [...changed, '1', '2', '3', '4', '5', '6', ''].join('\n');

/** The history of a branch `main` with a merged pull request, and of a branch `v1`. */
interface History {
  readonly branch?: string;
  readonly target?: Record<string, string>;
  readonly kind?: 'squash' | 'merge' | 'rebase';
}

async function open({ branch = 'v1', target = {}, kind = 'squash' }: History = {}) {
  const world = await handlerWorld({ files: [], title: 'Add a line', state: 'closed' });
  const folder = await temporaryFolder();
  const store = testRepository(folder.path, 'repo');
  const start = store.commit({ 'a.txt': lines(), 'old.txt': 'old' });
  store.git('branch', branch);
  if (Object.keys(target).length > 0) store.commit(target, branch);
  // Not to be picked: it is between the branches.
  const before = store.commit({ 'a.txt': lines(), 'old.txt': 'old', 'main.txt': 'main' });
  store.git('update-ref', 'refs/heads/topic', start);
  const first = { 'a.txt': lines('zero'), 'old.txt': 'old' };
  const written = (sha: string, message: string, ...parents: string[]) => {
    const words = parents.flatMap((parent) => ['-p', parent]);
    return store.git('commit-tree', `${sha}^{tree}`, ...words, '-m', message);
  };
  const firstOfTopic = written(store.commit(first, 'topic'), 'The first', start);
  const second = { 'a.txt': lines('zero'), 'new.txt': 'new' };
  const topic = written(store.commit(second, 'topic'), 'The second', firstOfTopic);
  const merged = (sha: string, message: string, ...parents: string[]) => {
    const commit = written(sha, message, ...parents);
    store.git('update-ref', 'refs/heads/main', commit);
    return commit;
  };
  const firstMerged = store.commit({ ...first, 'main.txt': 'main' }, 'scratch1');
  const bothMerged = store.commit({ ...second, 'main.txt': 'main' }, 'scratch2');
  const mergeCommit =
    kind === 'squash'
      ? merged(bothMerged, 'Add a line (#7)\n\nCo-authored-by: B <b@example.test>', before)
      : kind === 'merge'
        ? merged(bothMerged, 'Merge pull request #7', before, topic)
        : merged(bothMerged, 'The second', merged(firstMerged, 'The first', before));
  useGit(world.host.repository, store);
  const pull = world.host.seven;
  Object.assign(pull, { isMerged: true, mergeCommit, commits: 2, headSha: topic });
  return { ...world, store, mergeCommit, before, pull };
}

type Opened = Awaited<ReturnType<typeof open>>;

const content = (store: TestRepository, sha: string) =>
  Object.fromEntries(
    store
      .git('ls-tree', '-r', '--name-only', sha)
      .split('\n')
      .map((path) => [path, store.git('show', `${sha}:${path}`)]),
  );

/** What people see, and the branches. */
const left = ({ host, store }: Opened) => ({
  pulls: [...host.repository.pulls.values()]
    .filter(({ number }) => number !== 7)
    .map(({ description: { title }, headRef, baseRef, headSha, assignees }) => ({
      ...{ title, headRef, baseRef, assignees: [...assignees] },
      content: content(store, headSha),
    })),
  comments: host.repository.pulls.get(7)?.comments.map(({ body }) => body),
  branches: [...host.repository.branches.keys()].sort(),
});

const world = eachTest(() => open());
const picked = { 'a.txt': lines('zero').trim(), 'new.txt': 'new' };

describe('a cherry-pick', () => {
  it.each(['squash', 'merge', 'rebase'] as const)(
    'applies a %s merge, and nothing else, in one commit on the target',
    async (kind) => {
      const opened = await open({
        kind,
        target: { 'a.txt': lines(), 'old.txt': 'old', 'v1.txt': '1' },
      });
      const head = opened.host.repository.branches.get('v1');
      await cherryPick(opened.context('pull_request'), { number: 7 }, 'v1');
      expect(left(opened)).toMatchObject({
        pulls: [
          {
            ...{ title: '[v1] Add a line', headRef: 'cherry-pick-7-to-v1', baseRef: 'v1' },
            // Its author looks after it.
            assignees: ['ada'],
            content: { ...picked, 'v1.txt': '1' },
          },
        ],
        comments: [],
      });
      const made = opened.host.repository.branches.get('cherry-pick-7-to-v1') ?? '';
      expect(opened.store.git('rev-list', '--parents', '-1', made)).toBe(`${made} ${head}`);
      const message = opened.store.git('show', '--no-patch', '--format=%B', made);
      expect(message).toContain(`(cherry picked from commit ${opened.mergeCommit})`);
      expect(message.includes('Co-authored-by')).toBe(kind === 'squash');
      expect(opened.steps['cherry-pick-v1']).toEqual({
        ...{ branch: 'v1', outcome: 'opened', pull_request: 8 },
      });
    },
  );

  it('keeps the type of a conventional title first', async () => {
    const { seven } = world().host;
    seven.description = { ...seven.description, title: 'feat(api)!: add a line' };
    await cherryPick(world().context('pull_request'), { number: 7 }, 'v1');
    expect(left(world()).pulls[0]?.title).toBe('feat(api)!: [v1] add a line');
  });

  it.each([
    ['squash', (opened: Opened) => opened.mergeCommit],
    ['merge', (opened: Opened) => `-m 1 ${opened.mergeCommit}`],
    ['rebase', (opened: Opened) => `${opened.before}..${opened.mergeCommit}`],
  ] as const)('gives the commands for a conflict of a %s merge', async (kind, argument) => {
    const opened = await open({ kind, target: { 'a.txt': lines('other'), 'old.txt': 'old' } });
    await cherryPick(opened.context('pull_request'), { number: 7 }, 'v1');
    const { pulls, comments = [], branches } = left(opened);
    expect(pulls).toEqual([]);
    expect(branches).not.toContain('cherry-pick-7-to-v1');
    expect(comments).toHaveLength(1);
    expect(comments[0]).toContain(`git cherry-pick -x ${argument(opened)}\n`);
  });

  it('says in the log whom the host does not assign', async () => {
    world().host.seven.author = 'mallory';
    await cherryPick(world().context('pull_request'), { number: 7 }, 'v1');
    expect(left(world()).pulls[0]?.assignees).toEqual([]);
    expect(world().entries).toContain('WARNING mallory cannot be assigned to #8');
  });

  it('leaves the assignees that people chose', async () => {
    const { host, context } = world();
    await cherryPick(context('pull_request'), { number: 7 }, 'v1');
    const picked = host.repository.pulls.get(8);
    picked?.assignees.clear();
    picked?.assignees.add('bob');
    await cherryPick(context('pull_request', {}, { isRepeated: true }), { number: 7 }, 'v1');
    expect(left(world()).pulls[0]?.assignees).toEqual(['bob']);
  });

  it('says which field of an answer of the code host has another form', async () => {
    const { host, context } = world();
    const before = [undefined, undefined, undefined, undefined];
    host.faults.push(...before, { status: 200, body: { commit: { sha: '1' } } });
    const failing = cherryPick(context('pull_request'), { number: 7 }, 'v1');
    await expect(failing).rejects.toThrow('The code host gave an unexpected answer: commit.commit');
  });

  it('says that a branch does not exist, or has the changes already', async () => {
    const { host, context, store } = world();
    await cherryPick(context('pull_request'), { number: 7 }, 'v2');
    await cherryPick(context('pull_request'), { number: 7 }, 'a..b');
    store.git('update-ref', 'refs/heads/done', host.repository.branches.get('main') ?? '');
    useGit(host.repository, store);
    await cherryPick(context('pull_request'), { number: 7 }, 'done');
    expect(left(world()).comments?.map((text) => text.split('\n')[0])).toEqual([
      expect.stringContaining('there is no branch `v2`'),
      expect.stringContaining('there is no branch `a..b`'),
      'The branch `done` already has the changes of this pull request.',
    ]);
  });

  it('opens a pull request of the branch that a person made by the commands', async () => {
    const { host, context, store, mergeCommit } = world();
    const tree = store.git('rev-parse', `${mergeCommit}^{tree}`);
    const v1 = host.repository.branches.get('v1') ?? '';
    const message = `Add a line\n\n(cherry picked from commit ${mergeCommit})`;
    const own = store.git('commit-tree', tree, '-p', v1, '-m', message);
    host.repository.branches.set('cherry-pick-7-to-v1', own);
    await cherryPick(context('pull_request'), { number: 7 }, 'v1');
    expect(host.repository.branches.get('cherry-pick-7-to-v1')).toBe(own);
    expect(left(world()).pulls).toHaveLength(1);
  });

  it('S1: quotes the names of branches in commands', async () => {
    const branch = "x';$(touch${IFS}gone)`id`-@ada";
    const opened = await open({ branch, target: { 'a.txt': lines('other') } });
    await cherryPick(opened.context('pull_request'), { number: 7 }, branch);
    const text = left(opened).comments?.[0] ?? '';
    expect(text).toContain(String.raw`'origin/x'\'';$(touch${'${IFS}'}gone)`);
    expect(text).toContain("`` x';$(touch${IFS}gone)`id`-@ada ``");
  });

  it('picks nothing that is not merged, and nothing in a dry run', async () => {
    const { pull, context, host } = world();
    await cherryPick(context('pull_request', {}, { isDryRun: true }), { number: 7 }, 'v1');
    pull.isMerged = false;
    await cherryPick(context('pull_request'), { number: 7 }, 'v1');
    expect(host.changes).toEqual([]);
  });

  it.each([
    ['a pull request', {}],
    ['a conflict', { 'a.txt': lines('other') }],
  ])('R1: ends in %s once after an interruption at any change', async (_, target) => {
    const opened: Opened[] = [];
    const { left: ends, interruptions } = await interruptEverywhere(
      async () => {
        const next = await open({ target });
        opened.push(next);
        return next;
      },
      async ({ context }, isRepeated) =>
        cherryPick(context('pull_request', {}, { isRepeated }), { number: 7 }, 'v1'),
      () => left(opened.at(-1) as Opened),
    );
    expect(interruptions).toBeGreaterThanOrEqual(4);
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it.each(['git/refs', 'git/commits', 'merges', 'pulls'])(
    'R1: is made once when the answer to POST %s is lost, and when it had no effect',
    async (route) => {
      for (const hadEffect of [true, false]) {
        const opened = await open();
        const { host, clock, context } = opened;
        const real = host.handle;
        let posts = 0;
        host.handle = (request) => {
          const isIt = request.method === 'POST' && request.path.endsWith(route);
          if (!isIt || ++posts > 1) return real(request);
          if (hadEffect) real(request);
          return { status: 502, body: {} };
        };
        const ended = cherryPick(context('pull_request'), { number: 7 }, 'v1');
        await expect.poll(() => clock.sleeping()).toBe(1);
        await clock.advance(2_000);
        await ended;
        expect(left(opened)).toMatchObject({ pulls: [{ content: picked }], comments: [] });
      }
    },
  );
});
