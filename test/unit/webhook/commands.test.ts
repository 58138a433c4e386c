import { describe, expect, it } from 'vitest';
import { issueComment } from '#core/webhook/handlers/issue-comment.ts';
import { pullRequestReview } from '#core/webhook/handlers/review.ts';
import { evaluations } from '#core/webhook/merging/request-evaluation.ts';
import { verdicts } from '#core/webhook/merging/verdicts.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  handlerWorld,
  interruptEverywhere,
  type HandlerWorld,
} from '#test/support/http/handler-world.ts';
import { base, head, type HostCheckRun } from '#test/support/scm/state.ts';

const writtenAt = '2026-03-01T11:00:00Z';
const owners = 'approvers: [bob]\nreviewers: [carol]\nallowed-users: [dan]\n';

/** Pull request 7 is ada's, who may write; bob approves; mallory is a stranger. */
async function open(): Promise<HandlerWorld> {
  const files = [{ filename: 'src/a.ts', additions: 2, deletions: 0 }];
  const world = await handlerWorld({ files, title: 'Add a line' });
  const { repository } = world.host;
  repository.contents.set(`OWNERS@${base}`, owners);
  for (const login of ['carol', 'erin']) repository.collaborators.set(login, 'write');
  repository.branches.set('v1', base);
  pullOf(world).comments.push(comment('ada', 'text'));
  return world;
}

const comment = (login: string, body: string) => ({
  ...{ id: 1, body, user: { login, type: 'User' }, reactions: new Set<string>() },
});

const pullOf = ({ host }: HandlerWorld) => host.seven;

const world = eachTest(open);
type Options = NonNullable<Parameters<HandlerWorld['run']>[3]>;

function say(login: string, body: string, options: Options = {}, more: object = {}, to = world()) {
  const user = { login, type: 'User' };
  return to.run(
    issueComment,
    'issue_comment',
    {
      action: 'created',
      issue: { number: 7, pull_request: { url: 'https://host/7' } },
      comment: { id: 1, body, user, created_at: writtenAt },
      ...more,
    },
    options,
  );
}

/** What people see: sorted labels, whether the comment has its reaction, and our answers. */
function seen(of = world()) {
  const { labels, comments, description } = pullOf(of);
  return {
    title: description.title,
    labels: [...labels].sort(),
    reactions: comments[0]?.reactions.size,
    answers: comments.slice(1).map(({ body }) => body.split('\n\n').at(1) ?? body),
  };
}

describe('commands that set labels', () => {
  it.each<[login: string, body: string, labels: string[], title?: string]>([
    ['ada', '/wip', ['wip'], 'WIP: Add a line'],
    ['mallory', '/wip', []],
    ['carol', '/hold', ['hold']],
    ['dan', '/verified', ['verified']],
    ['erin', '/lgtm', ['lgtm-erin']],
    ['ada', '/lgtm', []],
    ['bob', '/approve', ['approved-bob']],
    ['BOB', '/approve', ['approved-BOB']],
    ['erin', '/approve', []],
    ['bob', '/automerge', ['automerge']],
    ['erin', '/automerge', ['automerge']],
    ['dan', '/automerge', []],
    ['erin', '/cherry-pick v1', ['cherry-pick-v1']],
    ['dan', '/cherry-pick v1', []],
    ['erin', '/hold\n/verified\n/hold cancel', ['verified']],
  ])('%s: %j sets %j', async (login, body, labels, title = 'Add a line') => {
    await say(login, body);
    const { answers, reactions, ...rest } = seen();
    expect(rest).toEqual({ labels, title });
    const isDone = labels.length > 0;
    expect({ reactions, answers: answers.length }).toEqual({
      reactions: isDone ? 1 : 0,
      answers: isDone ? 0 : 1,
    });
  });

  it('of somebody whom a merger lets give commands that decide nothing', async () => {
    const isDone = async (login: string, body: string) => {
      pullOf(world()).comments[0]?.reactions.clear();
      await say(login, body);
      return seen().reactions === 1;
    };
    expect(await isDone('dan', '/add-allowed-user @mallory')).toBe(false);
    expect(await isDone('mallory', '/assign-reviewers')).toBe(false);
    expect(await isDone('erin', '/add-allowed-user @Mallory')).toBe(true);
    expect(await isDone('mallory', '/assign-reviewers')).toBe(true);
    for (const name of ['verified', 'hold', 'hold cancel', 'lgtm', 'approve', 'ok-to-test']) {
      expect([name, await isDone('mallory', `/${name}`)]).toEqual([name, false]);
    }
    expect(await isDone('erin', '/add-allowed-user mallory cancel')).toBe(true);
    expect(await isDone('mallory', '/assign-reviewers')).toBe(false);
    expect(await isDone('erin', '/add-allowed-user @a/b')).toBe(false);
    expect(seen().answers.at(-1)).toContain('`a/b` cannot be a login.');
  });

  it.each(['/verified', '/hold', '/automerge'])(
    'of an author who may not push: %j sets nothing',
    async (body) => {
      pullOf(world()).author = 'Mallory';
      await say('mallory', body);
      expect(seen()).toMatchObject({ labels: [], reactions: 0 });
      await say('mallory', '/wip');
      expect(seen()).toMatchObject({ labels: ['wip'], reactions: 1 });
    },
  );

  it.each(['/verified', '/hold', '/lgtm', '/approve', '/security-override'])(
    '%s and its cancel are followed by an evaluation, whatever becomes of the label (R9)',
    async (body) => {
      const isAsked = () => records.delete(evaluations, { repository: 'owner/repo', number: 7 });
      const { records } = world().context('ping').platform;
      const settings = { enabledLabels: new Set(['size'] as const) };
      for (const text of [body, `${body} cancel`]) {
        await say('bob', text, { settings });
        expect([text, await isAsked()]).toEqual([text, true]);
      }
    },
  );

  it('count without their label, and say so of none but the hold, which is not set then', async () => {
    const settings = { enabledLabels: new Set(['size'] as const) };
    await say('bob', '/verified\n/approve\n/hold', { settings });
    expect(seen().answers).toEqual([
      '- `/hold`: the label `hold` is not enabled in this repository.',
    ]);
    const { platform } = world().context('ping');
    const { rows } = await platform.records.list(verdicts);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['approved-bob', 'verified']);
  });

  it.each<[body: string, before: string[], after: string[]]>([
    ['/wip cancel', ['wip'], []],
    ['/hold cancel', ['hold', 'wip'], ['wip']],
    ['/lgtm cancel', ['lgtm-erin', 'lgtm-dan'], ['lgtm-dan']],
    ['/lgtm', ['changes-requested-erin', 'commented-erin'], ['lgtm-erin']],
    ['/cherry-pick cancel', ['cherry-pick-v1', 'cherry-pick-v2'], []],
    ['/cherry-pick cancel v2', ['cherry-pick-v1', 'cherry-pick-v2'], ['cherry-pick-v1']],
    ['/automerge cancel', [], []],
  ])('%j turns %j into %j', async (body, before, after) => {
    const pull = pullOf(world());
    pull.description = { ...pull.description, title: 'wip : Add a line' };
    for (const label of before) pull.labels.add(label);
    await say('erin', body);
    expect(seen()).toMatchObject({ labels: after, reactions: 1, answers: [] });
    expect(seen().title).toBe(body === '/wip cancel' ? 'Add a line' : 'wip : Add a line');
  });
});

describe('what is not a command', () => {
  const other = { user: { login: 'erin', type: 'User' }, id: 1, created_at: writtenAt };
  it.each<[why: string, body: string, more: object]>([
    ['an unknown name', '/frobnicate\n/usr/bin', {}],
    ['a quote or code', '> /hold\n```\n/hold\n```', {}],
    ['an edited comment', '/hold', { action: 'edited' }],
    ['a comment on an issue', '/hold', { issue: { number: 7 } }],
    ["our own comment, whose author's token may be a person's", '/hold\n<!-- lantern:1 -->', {}],
    [
      'a comment of a bot',
      '/hold',
      { comment: { ...other, body: '/hold', user: { login: 'x[bot]', type: 'Bot' } } },
    ],
  ])('%s: the code host is not even asked', async (_, body, more) => {
    await say('erin', body, {}, more);
    expect(world().host.requests).toEqual([]);
  });

  it.each<[allowed: boolean | string[], labels: string[]]>([
    [false, []],
    [true, ['hold']],
    [['/hold'], ['hold']],
    [['wip', 'retest'], []],
  ])('a command on a draft with allow-commands-on-draft-prs %j', async (allowed, labels) => {
    pullOf(world()).isDraft = true;
    await say('erin', '/hold', { settings: { allowsCommandsOnDrafts: allowed } });
    expect(seen().labels).toEqual(labels);
    expect(seen().answers).toHaveLength(Array.isArray(allowed) && labels.length === 0 ? 1 : 0);
  });
});

describe('an answer', () => {
  it.each<[body: string, text: RegExp]>([
    ['/retest', /name the checks, as in `\/retest name`.*There are `build`, `lint`, `unit \(1\)`/],
    ['/retest nothing', /the newest commit has no check run `nothing`\. There are `build`/],
    ['/cherry-pick', /name the branches/],
    ['/cherry-pick gone a..b', /there is no branch `gone`, `a\.\.b`/],
    ['/cherry-pick-retry', /it is not merged yet/],
    ['/assign-reviewer', /name the people/],
    ['/assign-reviewer @org/team', /`org\/team` cannot be a login/],
    ['/assign-reviewer @ghost', /`ghost` cannot review it: reviewers must be collaborators/],
    ['/analyze', /no failure analysis is configured/],
    ['/retest `@everyone` <b>', /no check run `` `@everyone` ``, `<b>`/],
  ])('to %j says what to do', async (body, text) => {
    addChecks();
    await say('erin', body);
    expect(seen()).toMatchObject({ labels: [], reactions: 0 });
    expect(seen().answers).toEqual([expect.stringMatching(text)]);
  });

  it('S14: to more than ten commands says how many were not run', async () => {
    const more = Array.from({ length: 12 }, (_, at) => `/add-allowed-user @u${at}`).join('\n');
    await say('erin', `/hold\n${more}`);
    const answers = ['- 3 further commands were not run: at most 10 of a comment are.'];
    expect(seen()).toMatchObject({ labels: ['hold'], reactions: 1, answers });
  });

  it('to a retest of all, where nothing has run, says so', async () => {
    await say('erin', '/retest all');
    expect(seen().answers).toEqual([expect.stringContaining('has no check run. There are none.')]);
  });

  it('names the branches that are missing, and picks the others', async () => {
    await say('erin', '/cherry-pick v1 gone');
    expect(seen()).toMatchObject({
      labels: ['cherry-pick-v1'],
      answers: [expect.stringContaining('there is no branch `gone`')],
    });
  });

  it.each([
    ['/cherry-pick-retry', ['v1', 'v2'], []],
    ['/cherry-pick-retry v2', ['v2'], []],
    ['/cherry-pick-retry v2 v3', ['v2'], [expect.stringContaining('no label asks for `v3`')]],
  ])('%s picks again to %j', async (body, branches, answers) => {
    const pull = pullOf(world());
    for (const branch of ['v1', 'v2']) pull.labels.add(`cherry-pick-${branch}`);
    // The host has no commit of the merge: the step says so, and that is all.
    Object.assign(pull, { isMerged: true, mergeCommit: null });
    pull.description = { ...pull.description, state: 'closed' };
    await say('erin', body);
    const picked = Object.keys(world().steps).filter((step) => step.startsWith('cherry-pick-'));
    expect(picked).toEqual(branches.map((branch) => `cherry-pick-${branch}`));
    expect(seen().answers).toEqual(answers);
  });

  it('names what failed and does the rest', async () => {
    const { host } = world();
    host.afterChange = (change) =>
      change.startsWith('POST') && change.includes('"hold"')
        ? { status: 403, body: { message: 'Resource not accessible' } }
        : undefined;
    await say('erin', '/hold\n/verified');
    expect(seen()).toMatchObject({ reactions: 1 });
    expect(seen().answers).toEqual([expect.stringContaining('`/hold`: it failed')]);
  });
});

function addChecks() {
  const run = (id: number, name: string, more: Partial<HostCheckRun> = {}): HostCheckRun => ({
    ...{ id, name, head_sha: head, status: 'completed', conclusion: 'failure', output: {} },
    completed_at: '2026-03-01T10:00:00Z',
    ...more,
  });
  const job = (of: number, id: number) => ({
    app: { slug: 'github-actions' },
    details_url: `https://host/owner/repo/actions/runs/${of}/job/${id}`,
  });
  world().host.repository.checkRuns.push(
    run(31, 'build', job(50, 31)),
    run(32, 'lint', job(51, 32)),
    run(33, 'unit (1)', job(51, 33)),
    run(34, 'external'),
    run(35, 'can-be-merged'),
  );
}

describe('/retest', () => {
  const calls = () =>
    world().host.changes.map((change) => change.replace('POST /repos/owner/repo/', ''));
  const again = ({ repository } = world().host) =>
    repository.checkRuns.filter(({ status }) => status === 'queued').map(({ name }) => name);

  it.each<[body: string, calls: string[], names: string[]]>([
    ['build', ['actions/jobs/31/rerun'], ['build']],
    ['unit (1)', ['actions/jobs/33/rerun'], ['unit (1)']],
    ['lint "unit (1)"', ['actions/runs/51/rerun'], ['lint', 'unit (1)']],
    ['external', ['check-runs/34/rerequest'], ['external']],
    [
      'all',
      ['actions/runs/51/rerun', 'actions/jobs/31/rerun', 'check-runs/34/rerequest'],
      ['build', 'lint', 'unit (1)', 'external'],
    ],
  ])('%s asks by %j', async (names, expected, queued) => {
    addChecks();
    await say('dan', `/retest ${names}`);
    const reruns = calls().filter((call) => !call.includes('reactions'));
    expect(reruns.sort()).toEqual(expected.sort());
    expect(again()).toEqual(queued);
  });

  it('R1: asks once, although the answer was lost', async () => {
    addChecks();
    const { host, clock } = world();
    host.afterChange = (change) =>
      /rerun/.test(change) ? { status: 502, body: { message: 'lost' } } : undefined;
    const asked = say('dan', '/retest build');
    await expect.poll(() => clock.sleeping()).toBe(1);
    await clock.advance(2_000);
    await asked;
    expect(calls().filter((call) => /rerun/.test(call))).toHaveLength(1);
    expect(seen()).toMatchObject({ reactions: 1, answers: [] });
  });

  it('R1: asks once, although an interrupted delivery is repeated', async () => {
    addChecks();
    await say('dan', '/retest build external');
    Object.assign(world().host.repository.checkRuns[0] ?? {}, {
      ...{ status: 'completed', completed_at: '2026-03-01T12:00:00Z' },
    });
    await say('dan', '/retest build external', { isRepeated: true });
    expect(calls().filter((call) => /rerun|rerequest/.test(call))).toHaveLength(2);
    expect(seen().answers).toEqual([]);
  });
});

describe('commands for reviewers and evaluation', () => {
  const reviewers = () => [...pullOf(world()).requestedReviewers].sort();

  it('requests reviews, and takes the requests back', async () => {
    await say('erin', '/assign-reviewer @carol\n/assign-reviewers');
    expect(reviewers()).toEqual(['carol']);
    await say('erin', '/assign-reviewer cancel carol dan');
    expect(reviewers()).toEqual([]);
    expect(seen().answers).toEqual([]);
  });

  it.each([
    ['/rebase', 'REBASE'],
    ['/rebase merge', 'MERGE'],
  ])('%s brings the newest commits of the base branch into it', async (body, method) => {
    const pull = pullOf(world());
    const { host } = world();
    pull.mergeableState = 'behind';
    pull.author = 'mallory';
    await say('mallory', body);
    expect(host.changes).toContain(`update branch 7 ${method}`);
    expect(seen().answers).toEqual([]);
    expect(pull.mergeableState).toBe('clean');
  });

  it.each<[string, string, object, RegExp]>([
    ['erin', '/rebase', {}, /refuses it: `There are no new commits on the base branch\.`/],
    ['erin', '/rebase', { mergeable: false }, /refuses it: `merge conflict between base and head`/],
    ['erin', '/rebase now', { mergeableState: 'behind' }, /write `\/rebase`, or `\/rebase merge`/],
    ['mallory', '/rebase', { mergeableState: 'behind' }, /it is for people who may push/],
  ])('%s: %s of %j is refused, and says why', async (login, body, state, reason) => {
    Object.assign(pullOf(world()), state);
    await say(login, body);
    expect(seen().answers[0]).toMatch(reason);
    expect(world().host.changes.filter((change) => change.startsWith('update'))).toEqual([]);
  });

  it('R1 a rebase whose answer was lost is done', async () => {
    const { host } = world();
    pullOf(world()).mergeableState = 'behind';
    host.afterChange = (change) =>
      change.startsWith('POST /graphql') ? { status: 400, body: { message: 'lost' } } : undefined;
    await say('erin', '/rebase');
    expect(host.changes.filter((change) => change.startsWith('update branch'))).toHaveLength(1);
    expect(seen().answers).toEqual([]);
  });

  it('evaluates, and sets up again', async () => {
    await say('ada', '/check-can-merge');
    const { checkRuns } = world().host.repository;
    expect(checkRuns.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['can-be-merged', 'failure'],
    ]);
    await say('erin', '/reprocess');
    expect(seen().labels).toEqual(['branch-main', 'size/XS']);
    expect(reviewers()).toEqual(['carol']);
  });
});

describe('a repeated delivery', () => {
  const body = '/wip\n/hold\n/cherry-pick gone\n/assign-reviewer @carol\n/lgtm';

  it('R1: leaves each effect once, whatever change a run was interrupted behind', async () => {
    const { left, interruptions } = await interruptEverywhere(
      open,
      (each, isRepeated) => say('erin', body, { isRepeated }, {}, each),
      (each) => ({ ...seen(each), people: [...pullOf(each).requestedReviewers] }),
    );
    expect(interruptions).toBeGreaterThan(7);
    expect(left[0]).toMatchObject({ labels: ['hold', 'lgtm-erin', 'wip'], reactions: 1 });
    for (const each of left) expect(each).toEqual(left[0]);
  });
});

describe('a review', () => {
  const review = (login: string, state: string, more: object = {}, action = 'submitted') =>
    world().run(pullRequestReview, 'pull_request_review', {
      action,
      pull_request: { number: 7 },
      review: { ...{ id: 3, body: '', state, user: { login } }, commit_id: head, ...more },
    });

  const objection = 'changes-requested-bob';
  it.each<[state: string, before: string[], after: string[], more?: object]>([
    ['approved', [objection, 'commented-bob', 'lgtm-bob'], ['approved-bob', 'lgtm-bob']],
    ['changes_requested', ['approved-bob', 'approved-dan'], ['approved-dan', objection]],
    ['commented', [], ['commented-bob']],
    ['commented', ['approved-bob'], ['approved-bob']],
    ['approved', [], [], { commit_id: base }],
    ['changes_requested', [], [objection], { commit_id: base }],
    ['pending', [], []],
  ])('%s turns %j into %j', async (state, before, after, more = {}) => {
    for (const label of before) pullOf(world()).labels.add(label);
    await review('bob', state, more);
    expect(seen().labels).toEqual(after);
  });

  it('of a dismissed verdict loses its label', async () => {
    pullOf(world()).labels.add('approved-bob');
    await review('bob', 'dismissed', {}, 'dismissed');
    expect(seen().labels).toEqual([]);
  });

  it('of the author has no label, and none on a draft has', async () => {
    await review('ada', 'commented');
    pullOf(world()).isDraft = true;
    await review('bob', 'approved');
    expect(world().host.changes).toEqual([]);
  });

  it.each<[login: string, body: string, labels: string[], answers: number]>([
    ['bob', 'Good\r\n/approve\r\n', ['approved-bob', 'commented-bob'], 0],
    ['bob', '/approve now\n/hold', ['commented-bob'], 0],
    ['erin', '/approve', ['commented-erin'], 1],
  ])('%s with the text %j approves by %j', async (login, body, labels, answers) => {
    await review(login, 'commented', { body });
    expect(seen().labels).toEqual(labels);
    expect(pullOf(world()).comments).toHaveLength(1 + answers);
  });
});
