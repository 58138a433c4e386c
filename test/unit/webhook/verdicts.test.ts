import { describe, expect, it } from 'vitest';
import { issueComment } from '#core/webhook/handlers/issue-comment.ts';
import { pullRequest } from '#core/webhook/handlers/pull-request.ts';
import { pullRequestReview } from '#core/webhook/handlers/review.ts';
import { eachTest } from '#test/support/each-test.ts';
import { handlerWorld, type HandlerWorld } from '#test/support/http/handler-world.ts';
import { base, head } from '#test/support/scm/state.ts';

// R9: only what somebody with the right judged, at that commit and for that branch, is merged.

const [first, second, third] = [head, 'c'.repeat(40), 'd'.repeat(40)];
const file = (patch: string) => [{ filename: 'src/a.ts', patch }];
const good = file('@@ -1,2 +1,2 @@\n-a\n+b');
const evil = file('@@ -1,2 +1,2 @@\n-a\n+evil');

type Options = NonNullable<Parameters<HandlerWorld['run']>[3]>;

/** Pull request 7 is mallory's, who may not push. bob and dora approve, carol and erin may push. */
const world = eachTest(async () => {
  const opened = await handlerWorld({ files: good, earlier: {} });
  const { repository } = opened.host;
  repository.contents.set(`OWNERS@${base}`, 'approvers: [bob, dora]');
  for (const login of ['carol', 'erin']) repository.collaborators.set(login, 'write');
  repository.branches.set('other', base);
  Object.assign(repository.pulls.get(7) ?? {}, { author: 'mallory' });
  return opened;
});
const seven = () => world().host.seven;
let options: Options = {};

const event = (action: string, more: object = {}, sender = 'mallory') => {
  const { headSha, baseRef, updatedAt } = seven();
  const named = { head: { sha: headSha }, base: { ref: baseRef }, updated_at: updatedAt };
  const user = { login: sender, type: 'User' };
  return world().run(
    pullRequest,
    'pull_request',
    { action, pull_request: { number: 7, ...named }, sender: user, ...more },
    { ...options, sender },
  );
};

/** Pushes a commit. Its event is processed when the result is called. */
function push(sha: string, files = evil, sender = 'mallory') {
  const before = seven().headSha;
  const { description } = seven();
  const earlier = { ...description.earlier, [before]: description.files };
  seven().description = { ...description, files, earlier };
  Object.assign(seven(), { headSha: sha, updatedAt: '2026-03-01T11:30:00Z' });
  return () => event('synchronize', { before }, sender);
}

async function say(login: string, body: string, at = '2026-03-01T11:00:00Z') {
  const user = { login, type: 'User' };
  const comment = { id: 1, body, user, created_at: at };
  const issue = { number: 7, pull_request: {} };
  const payload = { action: 'created', issue, comment };
  await world().run(issueComment, 'issue_comment', payload, options);
}

/** A review, which the code host has at once. Its event is processed when the result is called. */
function review(login: string, state: string, more: object = {}, at = '2026-03-01T11:00:00Z') {
  const user = { login, type: 'User' };
  const { headSha: commit_id, baseRef } = seven();
  const said = { id: 30, body: '', comments: [], user, commit_id, submitted_at: at, ...more };
  const stored = { ...said, state: state.toUpperCase() as 'APPROVED' };
  seven().reviews.push(stored);
  const pull = { number: 7, head: { sha: commit_id }, base: { ref: baseRef } };
  const handle = (action: string) =>
    world().run(pullRequestReview, 'pull_request_review', {
      ...{ action, pull_request: pull },
      review: { ...said, state: action === 'dismissed' ? action : state },
    });
  return Object.assign(() => handle('submitted'), {
    /** The code host has dismissed it; the event comes when the result is called. */
    dismiss() {
      stored.state = 'DISMISSED' as 'APPROVED';
      return () => handle('dismissed');
    },
  });
}

function setByHand(login: string, name: string) {
  seven().labels.add(name);
  seven().labelEvents.push({ name, login });
}

async function label(login: string, name: string, action = 'labeled') {
  if (action === 'labeled') setByHand(login, name);
  else seven().labels.delete(name);
  await event(action, { label: { name } }, login);
}

async function retarget(isTold: boolean, sender = 'mallory') {
  seven().baseRef = 'other';
  if (isTold) await event('edited', { changes: { base: { ref: { from: 'main' } } } }, sender);
}

type Step = () => unknown;

/** A function as a step of a story: it is called when the story comes to it. */
const step =
  <Words extends unknown[]>(act: (...words: Words) => unknown) =>
  (...words: Words): Step =>
  () =>
    act(...words);

const opened = () => event('opened');
const ready = () => event('ready_for_review');
const says = step(say);
const labels = step(label);
const retargets = step(retarget);
const pushes = step((...commit: Parameters<typeof push>) => push(...commit)());
const reviews = step((...words: Parameters<typeof review>) => review(...words)());
// The event of what is unseen is late.
const pushesUnseen = step(push);
const reviewsUnseen = step(review);
const drafts = step((isDraft: boolean) => Object.assign(seven(), { isDraft }));
const adds = step((name: string) => seven().labels.add(name));
const loses = step((name: string) => seven().labels.delete(name));

async function approved() {
  await opened();
  await review('bob', 'approved')();
}

/** A review that is dismissed. */
const dismissed = (login: string, state: string, more: object, isSeen: boolean) => async () => {
  const one = review(login, state, more);
  await one();
  const handle = one.dismiss();
  if (isSeen) await handle();
};

type Story = readonly [title: string, steps: readonly Step[], isMerged: boolean];

async function evaluated(): Promise<boolean> {
  await say('carol', '/check-can-merge', '2026-03-01T13:00:00Z');
  return seven().isMerged;
}

/** Plays the steps, and has the pull request evaluated, with the label automerge unless it decides. */
const stories = (rows: readonly Story[], label = 'automerge') =>
  it.each(rows)('%s', async (_, steps, isMerged) => {
    options = {};
    for (const step of steps) await step();
    if (label !== '') seven().labels.add(label);
    expect(await evaluated()).toBe(isMerged);
  });

const later = '2026-03-01T12:00:00Z';

describe('R9 an approval', () => {
  const overtaken = async () => {
    const late = push(second);
    await push(third)();
    await late();
  };
  const reviewedBeforePush = async () => {
    const late = review('bob', 'approved', { body: '/approve' });
    await push(second)();
    await late();
  };
  const author = () => Object.assign(seven(), { author: 'Bob' });
  const approve = says('bob', '/approve');
  stories([
    ['of the newest commit, by a review', [approved], true],
    ['by a command', [opened, approve], true],
    ['without any event of the pull request before', [approve], true],
    ['by its label, set by the approver', [opened, labels('bob', 'approved-bob')], true],
    ['before a push whose event is late', [approved, pushesUnseen(second)], false],
    ['before a push', [approved, pushes(second)], false],
    ['before a clean rebase', [approved, pushes(second, good)], true],
    ['before a clean rebase whose event is late', [approved, pushesUnseen(second, good)], false],
    [
      'before a push and one of the same diff, seen in the wrong order',
      [approved, overtaken],
      false,
    ],
    ['before a force push away', [approved, pushes(second), pushes(first, good)], true],
    ['by a command before a change of the branch', [opened, approve, retargets(true)], false],
    ['before a change of the branch whose event is late', [approved, retargets(false)], false],
    ['of an earlier commit, with /approve in its text', [opened, reviewedBeforePush], false],
    ['by a command that waited behind a push', [opened, pushesUnseen(second), approve], false],
    [
      'by a command written before a push, processed after it',
      [opened, pushes(second), approve],
      false,
    ],
    ['by a command after a push', [opened, pushes(second), says('bob', '/approve', later)], true],
    ['that was taken back', [opened, approve, says('bob', '/approve cancel')], false],
    ['whose dismissal is late', [opened, dismissed('bob', 'approved', {}, false)], false],
    [
      'by /approve in a review that is dismissed',
      [opened, dismissed('bob', 'commented', { body: '/approve' }, true)],
      false,
    ],
    ['on a draft', [drafts(true), approved, drafts(false), ready], false],
    ['of the author, in another case', [author, approved], false],
    ['of somebody else', [opened, reviews('carol', 'approved')], false],
  ]);
});

describe('R9 a forged label', () => {
  const forged = labels('mallory', 'approved-bob');
  const unseen = adds('approved-bob');
  stories([
    ['is removed', [opened, forged], false],
    ['whose event is late', [opened, unseen], false],
    ['on a draft that becomes ready', [drafts(true), opened, forged, drafts(false), ready], false],
    ['before a push of the same diff', [opened, unseen, pushes(second, good)], false],
    [
      'removed from a true approval',
      [approved, labels('mallory', 'approved-bob', 'unlabeled')],
      true,
    ],
    [
      'removed by the approver',
      [opened, says('bob', '/approve'), labels('bob', 'approved-bob', 'unlabeled')],
      false,
    ],
  ]);

  it.each([
    ['mallory', 'approved-bob'],
    ['mallory', 'lgtm-mallory'],
    ['mallory', 'LGTM-bob'],
    ['mallory', 'verified'],
    ['mallory', 'automerge'],
    ['mallory', 'hold'],
    ['carol', 'approved-carol'],
  ])('by %s: %s does not stay, on a draft either, nor after a push', async (login, name) => {
    options = {};
    for (const isDraft of [false, true]) {
      seven().isDraft = isDraft;
      await label(login, name);
      expect([...seven().labels]).not.toContain(name);
    }
    const old = { number: 7, head: { sha: second } };
    seven().labels.add(name);
    await event('labeled', { label: { name }, pull_request: old }, login);
    expect([...seven().labels]).not.toContain(name);
  });

  it.each([
    ['bob', 'approved-bob'],
    ['carol', 'verified'],
    ['bob', 'automerge'],
    ['erin', 'hold'],
  ])('is none by %s: %s', async (login, name) => {
    options = {};
    await label(login, name);
    expect([...seven().labels]).toContain(name);
  });
});

describe('R9 an objection', () => {
  const objects = reviews('bob', 'changes_requested', {}, '2026-03-01T11:10:00Z');
  const approvesLater = reviews('bob', 'approved', {}, later);
  const doraObjects = reviews('dora', 'changes_requested');
  const hidden = labels('carol', 'changes-requested-bob', 'unlabeled');
  stories([
    ['of an approver', [approved, objects], false],
    ['whose event is late', [approved, reviewsUnseen('dora', 'changes_requested')], false],
    ['of an earlier commit', [opened, doraObjects, pushes(second), approvesLater], false],
    [
      'whose label somebody removed',
      [approved, objects, reviews('dora', 'approved', {}, later), hidden],
      false,
    ],
    ['of somebody without a say', [approved, reviews('mallory2', 'changes_requested')], true],
    ['that its author takes back by a review', [approved, objects, approvesLater], true],
    [
      'that its author takes back by a command',
      [approved, objects, says('bob', '/approve', later)],
      true,
    ],
    ['that is dismissed', [approved, dismissed('dora', 'changes_requested', {}, true)], true],
    [
      'older than an approval of the same person by a command',
      [opened, reviews('bob', 'changes_requested'), says('bob', '/approve', later)],
      true,
    ],
  ]);
});

describe('R9 verified and /lgtm', () => {
  const needs = (settings: NonNullable<Options['settings']>) => async () => {
    options = { settings };
    world().host.repository.contents.delete(`OWNERS@${base}`);
    await opened();
  };
  const label = needs({ requiredLabels: ['verified'] });
  const one = needs({ minimumLgtm: 1 });
  const verify = says('carol', '/verified');
  const lgtm = says('carol', '/lgtm');
  stories([
    ['/verified', [label, verify], true],
    ['/verified of an author who may not push', [label, says('mallory', '/verified')], false],
    ['/verified before a push whose event is late', [label, verify, pushesUnseen(second)], false],
    ['/verified before a clean rebase', [label, verify, pushes(second, good)], false],
    ['the label alone', [label, adds('verified')], false],
    ['/lgtm', [one, lgtm], true],
    ['/lgtm before a push whose event is late', [one, lgtm, pushesUnseen(second)], false],
    [
      '/lgtm of somebody who objects since',
      [one, lgtm, reviews('carol', 'changes_requested', {}, later)],
      false,
    ],
  ]);
});

describe('R9 hold', () => {
  const hold = says('erin', '/hold');
  const staysOn = () => expect([...seven().labels]).toContain('hold');
  stories([
    ['of a member', [approved, hold], false],
    [
      'whose label somebody removed',
      [approved, hold, labels('mallory', 'hold', 'unlabeled'), staysOn],
      false,
    ],
    [
      'whose label somebody removed, and whose event is late',
      [approved, labels('erin', 'hold'), loses('hold')],
      false,
    ],
    ['that a member ended by hand', [approved, hold, labels('carol', 'hold', 'unlabeled')], true],
    ['that a member ended', [approved, hold, says('carol', '/hold cancel')], true],
  ]);
});

describe('R9 without approvers, automerge decides', () => {
  const alone = async () => void world().host.repository.contents.delete(`OWNERS@${base}`);
  const automerge = says('carol', '/automerge');
  const start = async () => {
    await alone();
    await opened();
    await automerge();
  };
  const byHand = (login: string) => () => {
    seven().labels.delete('automerge');
    setByHand(login, 'automerge');
  };
  const closed = async () => {
    seven().description = { ...seven().description, state: 'closed' };
    push(second);
    seven().description = { ...seven().description, state: 'open' };
    await event('reopened');
  };
  const noticedAt = (ref: string) => async () => {
    const pull = { number: 7, head: { sha: first }, base: { ref } };
    await event('labeled', { label: { name: 'docs' }, pull_request: pull }, 'carol');
  };
  const erinPushes = pushes(second, evil, 'erin');
  stories(
    [
      ['at once', [start], true],
      ['set by a stranger, whose event is late', [start, byHand('mallory')], false],
      ['set by somebody who may push, whose event is late', [start, byHand('erin')], true],
      [
        'commanded before any event of the pull request, then a push whose event is late',
        [alone, automerge, pushesUnseen(second)],
        false,
      ],
      ['a push of a stranger', [start, pushes(second)], false],
      ['a push of a stranger whose event is late', [start, pushesUnseen(second)], false],
      ['a push of somebody who may push', [start, erinPushes], true],
      [
        'a push of a stranger on a draft',
        [start, drafts(true), pushes(second), drafts(false), ready],
        false,
      ],
      [
        'a push of a stranger, then the same diff',
        [start, pushesUnseen(second), pushes(third)],
        false,
      ],
      [
        'a push of a stranger, then one of somebody who may push',
        [start, pushesUnseen(second), pushes(third, evil, 'erin')],
        false,
      ],
      ['a push while it was closed', [start, closed], false],
      ['another branch, chosen by a stranger', [start, retargets(true)], false],
      ['another branch, whose event is late', [start, retargets(false)], false],
      [
        'another branch, noticed at an event of somebody who may push, of the first branch',
        [start, retargets(false), noticedAt('main'), retargets(true)],
        false,
      ],
      [
        'another branch, noticed at an event of somebody who may push, of the other branch',
        [start, retargets(false), noticedAt('other'), retargets(true)],
        false,
      ],
      [
        'another branch and a push of somebody who may push',
        [start, retargets(false), erinPushes],
        false,
      ],
      ['another branch, chosen by somebody who may push', [start, retargets(true, 'erin')], true],
      [
        '/automerge that waited behind a push',
        [start, loses('automerge'), pushesUnseen(second), automerge],
        false,
      ],
    ],
    '',
  );
});

it('R9 does not mix the facts of two commits: a push there and back during an evaluation', async () => {
  options = {};
  const { host } = world();
  host.repository.contents.set(`docs/OWNERS@${base}`, 'approvers: [dora]');
  await opened();
  await review('dora', 'approved')();
  const real = host.handle;
  host.handle = (request) => {
    if (!request.path.includes('/pulls/7/files')) return real(request);
    seven().updatedAt = '2026-03-01T12:30:00Z';
    const { description } = seven();
    seven().description = { ...description, files: [{ filename: 'docs/a.md' }] };
    const reply = real(request);
    seven().description = description;
    return reply;
  };
  seven().labels.add('automerge');
  expect(await evaluated()).toBe(false);
});
