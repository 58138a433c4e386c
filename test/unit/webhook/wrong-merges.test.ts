import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { evaluationMessage, evaluationQueue } from '#core/webhook/merging/request-evaluation.ts';
import { evaluateLater } from '#core/webhook/processing/evaluate-later.ts';
import { processDelivery } from '#core/webhook/processing/process-delivery.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { HostReply } from '#test/support/scm/reply.ts';
import { base, head } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

// R9: ways to make a merge wrong. Each begins with a pull request of which only the check `build` is
// missing, ends with that check, and is refused.

const configuration = [
  'default-status-checks: [build]',
  'minimum-lgtm: 2',
  'can-be-merged-required-labels: [qa]',
  'conventional-title: [feat]',
  'required-conversation-resolution: true',
];
const second = 'c'.repeat(40);

/** Pull request 7 is mallory's. bob approves; carol and erin may push. */
const world = eachTest(async () => {
  const opened = await webhookWorld();
  const configure = (lines: readonly string[]) =>
    opened.configure('', lines.map((line) => `    ${line}\n`).join(''));
  await configure(configuration);
  const { repository, seven } = opened.host;
  repository.contents.set(`OWNERS@${base}`, 'approvers: [bob]');
  for (const login of ['carol', 'erin']) repository.collaborators.set(login, 'write');
  repository.collaborators.set('mallory', 'read');
  repository.branches.set('other', base);
  repository.statuses.push({ sha: head, context: 'build', state: 'pending', description: null });
  Object.assign(seven, { author: 'mallory' });
  seven.description = { title: 'feat: a search', files: [{ filename: 'src/a.ts', additions: 3 }] };
  // The pauses of requests take no time.
  const sleep = async (time: number, signal?: AbortSignal) =>
    time === 1_000 ? opened.clock.sleep(time, signal) : void (await turn());
  const platform = { ...opened.platform, clock: { ...opened.platform.clock, sleep } };
  return { ...opened, platform, configure };
});

const seven = () => world().host.seven;
const repository = () => world().host.repository;
const owners = (text: string) => void repository().contents.set(`OWNERS@${base}`, text);
const ownFile = (text: string) =>
  void repository().contents.set('.scm-webhook-server.yaml@main', text);
const signal = new AbortController().signal;
let deliveries = 0;

async function deliver(event: string, action: string, payload: object, sender = 'mallory') {
  const { platform, clock } = world();
  clock.jump(1_000);
  const id = `d-${(deliveries += 1)}`;
  const names = { repository: { name: 'repo', full_name: 'owner/repo' } };
  const user = { login: sender, type: sender.endsWith('[bot]') ? 'Bot' : 'User' };
  const body = JSON.stringify({ ...names, action, sender: user, ...payload });
  const message = {
    ...{ id, repository: 'owner/repo', repository_name: 'repo', pr_number: 7, event, body },
    ...{ received_at: clock.now().toISOString(), address: '', headers: {} },
    ...({ signature: 'valid', origin: 'hook', replay_of: null, is_dry_run: false } as const),
  };
  await processDelivery(platform, { message, work: id, signal, attempt: 1 });
}

const named = () => ({
  number: 7,
  head: { sha: seven().headSha },
  base: { ref: seven().baseRef },
  updated_at: world().clock.now().toISOString(),
});
const pull = (action: string, more: object = {}, sender = 'mallory') =>
  deliver('pull_request', action, { pull_request: named(), ...more }, sender);

function say(
  login: string,
  body: string,
  more: { action?: string; at?: string; type?: string } = {},
) {
  const { action = 'created', at = world().clock.now().toISOString(), type = 'User' } = more;
  const comment = { id: 1, body, created_at: at, user: { login, type } };
  return deliver(
    'issue_comment',
    action,
    { issue: { number: 7, pull_request: {} }, comment },
    login,
  );
}

/** The code host has the review; its event is processed when the result is called. */
function review(login: string, state: string) {
  const at = world().clock.now().toISOString();
  const said = { id: deliveries, body: '', user: { login }, commit_id: seven().headSha };
  const whole = { ...said, comments: [], submitted_at: at };
  seven().reviews.push({ ...whole, state: state.toUpperCase() as 'APPROVED' });
  const event = { pull_request: named(), review: { ...whole, state } };
  return () => deliver('pull_request_review', 'submitted', event, login);
}

async function label(login: string, name: string) {
  seven().labels.add(name);
  seven().labelEvents.push({ name, login });
  await pull('labeled', { label: { name } }, login);
}

/** The host has the label; its event is late. */
function labelUnseen(login: string, name: string) {
  seven().labels.add(name);
  seven().labelEvents.push({ name, login });
}

/** Answers requests whose path has this part; `$` is the end. A function changes the real answer. */
function answer(part: string, reply: HostReply | ((real: HostReply) => HostReply)) {
  const { host } = world();
  const real = host.handle;
  host.handle = (request) => {
    const isIt = part.endsWith('$')
      ? `${request.path}$`.endsWith(part)
      : request.path.includes(part);
    if (!isIt) return real(request);
    return typeof reply === 'function' ? reply(real(request)) : reply;
  };
}

const refused = { status: 403, body: { message: 'Resource not accessible' } };
const withField = (part: string, more: object) => () =>
  answer(part, ({ body, ...rest }) => ({ ...rest, body: { ...(body as object), ...more } }));
const pullWith = (more: object) => withField('/pulls/7$', more);

/** Does it once, after the verdict is written and before the merge. */
function beforeMerge(work: () => unknown) {
  const { host } = world();
  let isDone = false;
  host.hold = async () => {
    const isJudged = host.changes.some((change) => change.includes('Can be merged'));
    if (isDone || !isJudged) return;
    isDone = true;
    await work();
  };
}

async function begin() {
  await pull('opened');
  await review('bob', 'approved')();
  await say('erin', '/lgtm');
  await label('carol', 'qa');
  await say('carol', '/automerge');
  expect(seven().isMerged).toBe(false);
}

/** The check ends, and the pull request is evaluated as often as it is asked for. */
async function end() {
  const { platform, clock } = world();
  const { statuses } = repository();
  if (statuses.length === 1) {
    statuses.push({ sha: seven().headSha, context: 'build', state: 'success', description: null });
  }
  await deliver('status', '', { context: 'build', state: 'success', sha: seven().headSha });
  await clock.advance(3_000);
  for (const message of await platform.queue.receive(evaluationQueue, {
    max: 10,
    waitSeconds: 0,
  })) {
    const parsed = evaluationMessage.parse(JSON.parse(message.body));
    await evaluateLater(platform, parsed, signal).catch(() => undefined);
    await platform.queue.acknowledge(message);
  }
}

const reasons = () => {
  const runs = repository().checkRuns.filter(({ name }) => name === 'can-be-merged');
  const newest = runs.find(({ head_sha }) => head_sha === seven().headSha);
  return (newest?.output['summary'] ?? '') as string;
};

it('without a fault it is merged', async () => {
  await begin();
  await end();
  expect(reasons()).toBe('Nothing is missing.');
  expect(seven().isMerged).toBe(true);
});

type Fault = readonly [name: string, act: () => unknown];

const unreadable: readonly Fault[] = [
  ['OWNERS is no YAML', () => owners('approvers: [')],
  ['OWNERS is a list', () => owners('- bob')],
  ['OWNERS has a key that is none', () => owners('aprovers: [dora]\nreviewers: [bob]')],
  ['OWNERS is longer than the host gives', () => owners(`# ${'x'.repeat(1_100_000)}`)],
  ['OWNERS is refused', () => answer('/contents/OWNERS', refused)],
  [
    'OWNERS is a link',
    () => answer('/contents/OWNERS', { status: 200, body: { type: 'symlink' } }),
  ],
  ['the tree is refused', () => answer('/git/trees/', refused)],
  ['the tree is of another form', () => answer('/git/trees/', { status: 200, body: { tree: 1 } })],
  ["the repository's file is refused", () => answer('.scm-webhook-server.yaml', refused)],
  ["the repository's file is no YAML", () => ownFile('minimum-lgtm: [')],
  ["the repository's file has a key that is none", () => ownFile('minimum-lgtms: 3')],
  ['statuses are refused', () => answer('/status', refused)],
  ['check runs are refused', () => answer('/check-runs?per_page', refused)],
  ['the branch is refused', () => answer('/branches/main', refused)],
  [
    'the protection of the branch is of another form',
    withField('/branches/main$', {
      protected: true,
      protection: { enabled: true, required_status_checks: { contexts: 'build' } },
    }),
  ],
  ['rulesets are refused', () => answer('/rules/branches/', refused)],
  [
    'a ruleset is of another form',
    () => answer('/rules/branches/', { status: 200, body: [{ type: 'required_status_checks' }] }),
  ],
  ['reviews are refused', () => answer('/reviews', refused)],
  [
    'a review has no state',
    () => answer('/reviews', { status: 200, body: [{ user: { login: 'bob' } }] }),
  ],
  ['the right to push is of another form', () => answer('/permission', { status: 200, body: {} })],
  [
    'threads are refused',
    () => answer('/graphql', { status: 200, body: { errors: [{ type: 'X' }] } }),
  ],
  ['labels are refused', () => answer('/issues/7/events', refused)],
];

it.each(unreadable)('R9 blocks and says so: %s', async (_, act) => {
  await begin();
  await act();
  await end();
  expect(seven().isMerged).toBe(false);
  expect(reasons()).toContain('It cannot be decided: ');
  const { entries } = await world().platform.logs.search({ where: {} }, { limit: 500 });
  expect(entries.some(({ message }) => message.startsWith('It cannot be merged: '))).toBe(true);
  const told = seven().comments.filter(({ body }) => body.includes('It cannot be decided: '));
  expect(told).toHaveLength(1);
});

const push = async (isSeen: boolean) => {
  const before = seven().headSha;
  const files = [{ filename: 'src/a.ts', patch: '@@ -1 +1 @@\n-a\n+evil' }];
  seven().description = { ...seven().description, files };
  seven().headSha = second;
  repository().statuses.push({
    sha: second,
    context: 'build',
    state: 'success',
    description: null,
  });
  if (isSeen) await pull('synchronize', { before });
};

const checkRun = (name: string, conclusion: string | null, sha = head) => {
  const status = conclusion === null ? 'in_progress' : 'completed';
  const run = { id: 1, name, head_sha: sha, status, conclusion, output: {} };
  repository().checkRuns.push(run);
};

const addStatus = (context: string, sha: string) =>
  repository().statuses.push({ sha, context, state: 'success', description: null });

const title = (text: string) => (seven().description = { ...seven().description, title: text });

const wrong: readonly (readonly [...Fault, why: string])[] = [
  [
    'the author is the only approver, as a text',
    () => owners('approvers: mallory'),
    'An approver of the repository has to approve: `mallory`.',
  ],
  [
    'the author in other letters is the only approver',
    () => owners('approvers: [MALLORY]'),
    'An approver of the repository has to approve: `mallory`.',
  ],
  [
    'the approver is none any more',
    () => owners('approvers: [dora]'),
    'An approver of the repository has to approve: `dora`.',
  ],
  [
    'a folder has approvers of its own, in a tree that the host cuts',
    () => {
      repository().contents.set(`src/OWNERS@${base}`, 'approvers: [dora]');
      repository().truncatesTrees = true;
    },
    'An approver of `src/` has to approve: `dora`.',
  ],
  [
    "the repository's file asks for more",
    () => ownFile('minimum-lgtm: 3'),
    '2 of 3 reviewers approved it with /lgtm',
  ],
  [
    'who said that it is good may not push any more',
    () => repository().collaborators.delete('erin'),
    '1 of 2 reviewers approved it with /lgtm',
  ],
  ...['labels', 'draft', 'changed_files', 'user'].map((field) => {
    const why = `Not evaluated: The code host gave an unexpected answer: ${field}`;
    return [`${field} of it is not said`, pullWith({ [field]: undefined }), why] as const;
  }),
  [
    'whether it conflicts is not known',
    () => Object.assign(seven(), { mergeable: null }),
    'can-be-merged: completed',
  ],
  ['it conflicts', () => Object.assign(seven(), { mergeable: false }), 'It conflicts with `main`'],
  [
    'it is behind its base',
    () => Object.assign(seven(), { mergeableState: 'behind' }),
    'It is behind `main`',
  ],
  ['it is a draft again', () => Object.assign(seven(), { isDraft: true }), 'skipped: completed'],
  [
    'automerge is set by hand, unseen',
    () => {
      seven().labels.delete('automerge');
      labelUnseen('mallory', 'automerge');
    },
    'Not merged: the label automerge was set by somebody who may not',
  ],
  [
    'automerge is set by another bot, unseen',
    () => labelUnseen('helper[bot]', 'automerge'),
    'Not merged: the label automerge was set by somebody who may not',
  ],
  [
    'automerge is set by nobody',
    () => answer('/issues/7/events', { status: 200, body: [] }),
    'The label `qa` is missing.',
  ],
  [
    'automerge is set by a deleted account',
    () =>
      answer('/issues/7/events', (real) => ({
        ...real,
        body: [
          ...(real.body as object[]),
          { event: 'labeled', label: { name: 'automerge' }, actor: null },
        ],
      })),
    'Not merged: the label automerge was set by somebody who may not',
  ],
  [
    'a required label is set by hand, unseen',
    () => labelUnseen('mallory', 'qa'),
    'The label `qa` is missing.',
  ],
  [
    'a required label is set by hand',
    () => {
      seven().labels.delete('qa');
      return label('mallory', 'qa');
    },
    'The label `qa` is missing.',
  ],
  [
    'the title says WIP, where the label is not enabled',
    async () => {
      await world().configure([...configuration, 'labels: {enabled-labels: [automerge]}']);
      title('WIP: feat: a search');
    },
    'It is work in progress',
  ],
  ['hold is said', () => say('erin', '/hold'), 'It is on hold'],
  [
    'hold is said, which an outage stops',
    async () => {
      const { host } = world();
      const real = host.handle;
      answer('/collaborators/erin/', { status: 503, body: {} });
      await expect(say('erin', '/hold')).rejects.toThrow('waits for the end of an outage');
      host.handle = real;
    },
    'One of its events is waiting for an outage to end.',
  ],
  [
    'the title is of no allowed type',
    () => title('chore: a search'),
    'The title does not follow the conventional form',
  ],
  [
    'a thread is open',
    () => seven().threads.set(1, { isResolved: false, isOutdated: false, viewer: false }),
    'Not resolved: 1 review thread.',
  ],
  [
    'an approver objects, unseen',
    () => review('bob', 'changes_requested'),
    '`bob` requested changes',
  ],
  [
    'the approval is dismissed, unseen',
    () => Object.assign(seven().reviews[0] ?? {}, { state: 'DISMISSED' }),
    'An approver of the repository has to approve: `bob`.',
  ],
  [
    'a push after the approval',
    () => push(true),
    'An approver of the repository has to approve: `bob`.',
  ],
  [
    'a push after the approval, unseen',
    () => push(false),
    'An approver of the repository has to approve: `bob`.',
  ],
  [
    'another base branch, unseen',
    () => Object.assign(seven(), { baseRef: 'other' }),
    'An approver of the repository has to approve: `bob`.',
  ],
  [
    'the check is called otherwise',
    () => addStatus('build-2', head),
    'The check `build` is still running.',
  ],
  ['the check runs again', () => checkRun('build', null), 'The check `build` is still running.'],
  [
    'a check of the same name failed',
    () => checkRun('build', 'failure'),
    'The check `build` failed.',
  ],
  [
    'the check passed on an older commit',
    () => addStatus('build', second),
    'The check `build` is still running.',
  ],
  [
    'a check of the name of ours failed, which is not ours',
    async () => {
      await world().configure(configuration.filter((line) => !line.startsWith('conventional')));
      repository().protection.set('main', ['conventional-title']);
      checkRun('conventional-title', 'failure');
    },
    'The check `conventional-title` failed.',
  ],
  [
    'hold is said while it is judged',
    () => beforeMerge(() => say('erin', '/hold')),
    'It is on hold',
  ],
  [
    'automerge is cancelled while it is judged',
    () => beforeMerge(() => say('carol', '/automerge cancel')),
    'Not merged: it changed meanwhile',
  ],
  [
    'an approver objects while it is judged',
    () => beforeMerge(() => review('bob', 'changes_requested')),
    '`bob` requested changes',
  ],
  [
    'the base changes while it is judged',
    () => beforeMerge(() => Object.assign(seven(), { baseRef: 'other' })),
    'Not merged: it changed meanwhile',
  ],
  [
    'the title changes while it is judged',
    () => beforeMerge(() => title('WIP: feat: a search')),
    'It is work in progress',
  ],
  [
    'a push while it is judged',
    () => beforeMerge(() => push(false)),
    'Not merged: it changed meanwhile',
  ],
  [
    'another of its base is merged while it is judged',
    () => beforeMerge(() => Object.assign(seven(), { isStale: true })),
    'Not merged: the code host is looking for conflicts',
  ],
  [
    'a check fails while it is judged',
    () => beforeMerge(() => checkRun('build', 'failure')),
    'The check `build` failed.',
  ],
  [
    'OWNERS becomes unreadable while it is judged',
    () => beforeMerge(() => owners('- x')),
    'It cannot be decided: `OWNERS`',
  ],
  [
    'the configuration becomes wrong',
    () => world().configure([...configuration, 'minimum-lgtm: many']),
    'config.yaml: line 13',
  ],
];

it.each(wrong)('R9 is refused, and says why: %s', async (_, act, why) => {
  await begin();
  await act();
  await end();
  expect(seven().isMerged).toBe(false);
  const { entries } = await world().platform.logs.search({ where: {} }, { limit: 500 });
  expect([reasons(), ...entries.map(({ message }) => message)].join('\n')).toContain(why);
});

it('R9 the label can-be-merged, set by hand, is removed from what cannot be merged', async () => {
  await pull('opened');
  await label('mallory', 'can-be-merged');
  expect([...seven().labels]).not.toContain('can-be-merged');
});

/** A pull request that nobody approved yet, and words that are no approval. */
const words: readonly Fault[] = [
  ['a comment that was changed', () => say('bob', '/approve', { action: 'edited' })],
  ['a comment of a bot', () => say('bob', '/approve', { type: 'Bot' })],
  ['a quote', () => say('bob', '> /approve')],
  ['hidden text', () => say('bob', '<!--\n/approve\n-->')],
  ['hidden text within a line', () => say('bob', 'Fine so far <!-- or\n/approve\n-->')],
  ['code in a list', () => say('bob', '1. ```\n   /approve\n   ```')],
  ['somebody else', () => say('carol', '/approve')],
  ['a label of somebody else', () => label('carol', 'approved-bob')],
  ['the approver, who takes it back at once', () => say('bob', '/approve\n/approve cancel')],
  [
    'the approver, before a push, by a clock that is a day behind',
    async () => {
      await push(true);
      await say('bob', '/approve', { at: '2020-01-01T00:00:00Z' });
    },
  ],
  [
    'the approver, on a draft',
    async () => {
      Object.assign(seven(), { isDraft: true });
      await say('bob', '/approve');
      Object.assign(seven(), { isDraft: false });
    },
  ],
  ['a comment of the approver', () => review('bob', 'commented')()],
];

it.each(words)('R9 is no approval: %s', async (_, act) => {
  await pull('opened');
  await say('erin', '/lgtm');
  await label('carol', 'qa');
  await say('carol', '/automerge');
  await act();
  await end();
  expect(seven().isMerged).toBe(false);
  expect(reasons()).toContain('An approver of the repository has to approve: `bob`.');
});

it('R9 is no approval: of a pull request without an event, before a push', async () => {
  const at = world().clock.now().toISOString();
  await push(false);
  world().clock.jump(1_000);
  Object.assign(seven(), { updatedAt: world().clock.now().toISOString() });
  await say('bob', '/approve\n/lgtm', { at });
  await end();
  expect(reasons()).toContain('An approver of the repository has to approve: `bob`.');
  await say('bob', '/approve');
  await end();
  expect(reasons()).not.toContain('An approver');
});

const commitsBy = (logins: readonly (string | null)[]) =>
  answer('/pulls/7/commits', {
    status: 200,
    body: logins.map((login) => ({ sha: 'd'.repeat(40), committer: login && { login } })),
  });
const changing = (file: { filename: string; previous_filename?: string }) => {
  commitsBy(['mallory', 'web-flow']);
  seven().description = { ...seven().description, files: [{ ...file, additions: 1 }] };
};
const paths = 'It changes files that run automatically: ';

const suspicious: readonly [name: string, act: () => unknown, why: string][] = [
  ['a workflow', () => changing({ filename: '.github/workflows/a.yml' }), paths],
  ['a file at any depth, in any case', () => changing({ filename: 'src/RUN.sh' }), paths],
  [
    'a file that is moved away',
    () => changing({ filename: 'src/b.sh', previous_filename: 'run.sh' }),
    `${paths}\`run.sh\``,
  ],
  ['a commit of somebody else', () => commitsBy(['mallory', 'dora']), '`dora`'],
  ['a commit of nobody', () => commitsBy([null]), '`an unknown account`'],
  ['commits that are not listed', () => commitsBy([]), 'lists 0 commits'],
  [
    'more commits than are listed',
    () => commitsBy(Array<string>(250).fill('mallory')),
    'lists 250',
  ],
];

it.each(suspicious)('R9 waits until somebody looked at it: %s', async (_, act, why) => {
  const checks = 'suspicious-paths: [/.github/workflows/, ./run.sh], trusted-committers: [Helper]';
  await world().configure([...configuration, `security-checks: {${checks}}`]);
  await act();
  await begin();
  await end();
  expect(seven().isMerged).toBe(false);
  expect(reasons()).toContain(why);
  await say('mallory', '/security-override');
  await end();
  expect(seven().isMerged).toBe(false);
  await say('carol', '/security-override');
  await end();
  expect(reasons()).toBe('Nothing is missing.');
  expect(seven().isMerged).toBe(true);
});

it('R9 what was looked at is one commit, and commits that cannot be read block', async () => {
  await world().configure([...configuration, 'security-checks: {}']);
  commitsBy(['mallory', 'dora']);
  await begin();
  await say('carol', '/security-override');
  await push(true);
  await end();
  expect(reasons()).toContain('Commits are by others than its author `mallory`: `dora`');
  answer('/pulls/7/commits', refused);
  await end();
  expect(reasons()).toContain('It cannot be decided: ');
  expect(seven().isMerged).toBe(false);
});

it('without suspicious paths and committers nobody has to look', async () => {
  await world().configure([...configuration, 'security-checks: {trusted-committers: [Helper]}']);
  commitsBy(['Mallory', 'web-flow', 'helper']);
  await begin();
  await end();
  expect(seven().isMerged).toBe(true);
});
