import { describe, expect, it } from 'vitest';
import { pullRequest } from '#core/webhook/handlers/pull-request.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  handlerWorld,
  interruptEverywhere,
  type HandlerWorld,
} from '#test/support/http/handler-world.ts';
import { head, type HostPull, hostUser, newPull } from '#test/support/scm/state.ts';

const before = 'c'.repeat(40);
const patch = '@@ -1,2 +1,2 @@ function a() {\n-a\n+b';
const file = { filename: 'src/a.ts', additions: 1, deletions: 1, patch };
const files = [file];

const open = () => handlerWorld({ files, earlier: { [before]: files } });
const world = eachTest(open);
const seven = () => world().host.seven;
const labels = () => [...seven().labels].sort();
const event = (action: string, more: object) => ({
  ...{ action, pull_request: { number: 7, head: { sha: head } }, before },
  sender: { login: 'ada', type: 'User' },
  ...more,
});
type Options = NonNullable<Parameters<HandlerWorld['run']>[3]>;
const run = (action: string, more: object = {}, options: Options = {}) =>
  world().run(pullRequest, 'pull_request', event(action, more), options);
const set = (...names: string[]) => {
  for (const name of names) seven().labels.add(name);
};
const sizes = [
  { name: 'M', from: 2, color: 'ededed' },
  { name: 'XS', from: 0, color: 'ededed' },
];
const verdicts = ['approved-bob', 'lgtm-carol', 'changes-requested-dave', 'commented-eve'];

describe('new commits', () => {
  it.each([
    ['the same lines at another place', patch.replace('-1,2 +1,2', '-9,2 +9,2'), true],
    ['the same lines in another function', patch.replace('a() {', 'b() {'), false],
    ['another line', patch.replace('+b', '+c'), false],
    ['a line more', `${patch}\n+c`, false],
  ])('%s: verdicts stay: %s', async (_, earlier, stay) => {
    const earlierFiles = { [before]: [{ ...file, patch: earlier }] };
    seven().description = { files, earlier: earlierFiles, rebased: [head] };
    set('size/XS', 'verified', 'hold', ...verdicts);
    await run('synchronize');
    expect(labels()).toEqual(['hold', 'size/XS', ...(stay ? verdicts : [])].sort());
  });

  it.each([
    ['whose lines the base moved', 'x\nx\nb', true],
    ['that is the same, with its lines at another place', undefined, false],
    ['that left them for others that look the same', 'x\na\nx\nb', false],
    ['that is too large to be read', `b${'x'.repeat(1_048_577)}`, false],
  ])('R9 of a file %s: verdicts stay: %s', async (_, text, stay) => {
    const moved = patch.replace('-1,2 +1,2', '-9,2 +9,2');
    const earlier = { [before]: [{ ...file, patch: moved }] };
    seven().description = { files, earlier, rebased: text === undefined ? [] : [head] };
    if (text !== undefined) world().host.contents.set(`src/a.ts@${head}`, text);
    set('size/XS', ...verdicts);
    await run('synchronize');
    expect(labels().includes('approved-bob')).toBe(stay);
  });

  it.each(['\u2028', '\r', '\u2029'])(
    'S9: with another line behind %j: verdicts go',
    async (end) => {
      const filesWith = (code: string) => [
        { ...file, patch: `@@ -1 +1,2 @@\n a\n+// ${end}index = ${code}` },
      ];
      const earlier = { [before]: filesWith('good()') };
      seven().description = { files: filesWith('other()'), earlier, rebased: [head] };
      world().host.contents.set(`src/a.ts@${head}`, 'x\n');
      set('size/XS', ...verdicts);
      await run('synchronize');
      expect(labels().filter((label) => verdicts.includes(label))).toEqual([]);
    },
  );

  it.each([
    ['of a commit that the host no longer has', 'd'.repeat(40)],
    ['without a commit before', ''],
    ['with something else than a commit', '../../../user'],
  ])('%s: verdicts go', async (_, commit) => {
    set('size/XS', ...verdicts);
    await run('synchronize', { before: commit });
    expect(labels()).toEqual(['can-be-merged', 'size/XS']);
  });

  it('give the label of the new size, and take the old one', async () => {
    set('size/XS');
    await run('synchronize', {}, { settings: { sizes } });
    expect(labels()).toEqual(['can-be-merged', 'size/M']);
  });

  it.each([
    ['a stranger', 'mallory', {}, 'd'.repeat(40), false],
    ['a stranger who only rebased', 'mallory', {}, before, true],
    ['someone who may push', 'ada', {}, 'd'.repeat(40), true],
    ['a stranger, to main', 'mallory', { autoMergeBranches: ['main'] }, 'd'.repeat(40), true],
  ])('of %s: S9 the label automerge stays: %s', async (_, sender, settings, commit, stays) => {
    set('size/XS', 'automerge', 'hold');
    await run('synchronize', { before: commit }, { sender, settings });
    expect(seven().labels.has('automerge')).toBe(stays);
  });

  it.each([
    ['of a pull request that is set up', ['size/XS', 'verified', ...verdicts]],
    ['of one whose opening was skipped', ['verified', ...verdicts]],
  ])('R1 %s: the end is the same, whatever change a run was interrupted behind', async (_, had) => {
    const { left, interruptions } = await interruptEverywhere(
      async () => {
        const each = await open();
        for (const label of had) each.host.repository.pulls.get(7)?.labels.add(label);
        return each;
      },
      (each, isRepeated) => {
        const payload = event('synchronize', { before: 'd'.repeat(40) });
        return each.run(pullRequest, 'pull_request', payload, { settings: { sizes }, isRepeated });
      },
      ({ host }) => {
        const pull = host.repository.pulls.get(7);
        const checks = host.repository.checkRuns.map(({ conclusion }) => conclusion);
        return {
          labels: [...(pull?.labels ?? [])].sort(),
          comments: pull?.comments.length,
          checks,
        };
      },
    );
    expect(interruptions).toBeGreaterThan(6);
    for (const each of left) expect(each).toEqual(left[0]);
    expect(left[0]?.labels.filter((label) => verdicts.includes(label))).toEqual([]);
  });
});

describe('a change', () => {
  const titled = (title: string, from: string) => {
    seven().description = { files, title };
    return run('edited', { changes: { title: { from } } });
  };

  it.each([
    ['WIP: a', 'a', [], ['branch-main', 'wip']],
    ['a', 'WIP: a', ['wip'], ['branch-main', 'can-be-merged']],
    // Set by a command: the title never said so.
    ['b', 'a', ['wip'], ['branch-main', 'wip']],
  ])('to the title %j from %j with %j leaves %j', async (title, from, had, left) => {
    set(...had);
    await titled(title, from);
    expect(labels()).toEqual(left);
  });

  it('of the base branch changes its label', async () => {
    seven().baseRef = 'release/1';
    world().host.repository.branches.set('release/1', 'e'.repeat(40));
    set('branch-main');
    await run('edited');
    expect(labels()).toEqual(['branch-release/1', 'can-be-merged']);
  });

  it.each([
    ['success', 'feat: add it'],
    ['success', 'feat(api)!: add it'],
    ['success', 'FIX: it'],
    ['failure', 'chore: it'],
    ['failure', 'feat add it'],
    ['failure', 'feat:'],
    ['failure', `${'('.repeat(50_000)}: a`],
  ])('to a title of a repository with title types: %s', async (conclusion, title) => {
    seven().description = { files, title };
    await run('edited', {}, { settings: { conventionalTypes: ['feat', 'fix'] } });
    const check = (name: string) =>
      world().host.repository.checkRuns.find((each) => each.name === name)?.conclusion;
    expect(check('conventional-title')).toBe(conclusion);
    expect(check('can-be-merged')).toBe(conclusion);
  });

  it.each([[[]], [['*']], [['']]])('any title passes where the types are %j', async (types) => {
    seven().description = { files, title: 'Anything' };
    await run('edited', {}, { settings: { conventionalTypes: types } });
    const runs = world().host.repository.checkRuns;
    expect(runs.map(({ conclusion }) => conclusion)).not.toContain('failure');
  });

  it.each([
    ['labeled', 'hold', {}, true],
    ['unlabeled', 'approved-bob', {}, true],
    ['labeled', 'can-be-merged', {}, false],
    ['labeled', 'can-be-merged', {}, true, 'ada'],
    ['labeled', 'size/XS', {}, false],
    ['labeled', 'size/XS', { requiredLabels: ['size/XS'] }, true],
  ])(
    '%s %s with %j is evaluated: %s',
    async (action, name, settings, isEvaluated, sender = hostUser) => {
      await run(action, { label: { name } }, { settings, sender });
      expect('can-be-merged' in world().steps).toBe(isEvaluated);
    },
  );
});

describe('a closed pull request', () => {
  it('that is merged goes to the branches that its labels name', async () => {
    seven().description = { files, state: 'closed' };
    Object.assign(seven(), { isMerged: true, mergeCommit: 'f'.repeat(40) });
    set('cherry-pick-v1', 'Cherry-Pick-v2', 'cherry');
    await run('closed');
    expect(Object.keys(world().steps)).toEqual([
      'others of the base',
      'cherry-pick-v1',
      'cherry-pick-v2',
    ]);
  });

  it.each([
    ['those that were found good or wait to be merged', {}, 2, 0],
    ['all, without the label that says so', { enabledLabels: new Set(['size'] as const) }, 3, 0],
    ['the first 100, and says so', {}, 100, 5],
  ])(
    'that is merged has others of its base judged again: %s',
    async (_, settings, amount, left) => {
      const { pulls } = world().host.repository;
      const add = (number: number, changes: Partial<HostPull>, label?: string) => {
        const pull = { ...newPull(number, { files }), ...changes };
        if (label !== undefined) pull.labels.add(label);
        pulls.set(number, pull);
      };
      add(8, {}, 'can-be-merged');
      add(9, {}, 'automerge');
      add(10, {}, 'hold');
      add(11, { baseRef: 'v1' }, 'can-be-merged');
      add(12, { description: { files, state: 'closed' } }, 'can-be-merged');
      if (left > 0) for (let number = 101; number < 204; number++) add(number, {}, 'automerge');
      seven().description = { files, state: 'closed' };
      await run('closed', {}, { settings });
      expect(world().steps).not.toHaveProperty('others of the base');
      seven().isMerged = true;
      await run('closed', {}, { settings });
      expect(world().steps['others of the base']).toEqual({
        pull_requests: amount,
        left_out: left,
      });
    },
  );
});
