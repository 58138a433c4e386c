import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { seed } from '#test/support/property.ts';
import { failOften } from '#test/support/scm/fail-often.ts';
import { base, hostUser, newPull, type HostPull } from '#test/support/scm/state.ts';
import { openReceiver, repository } from '#test/support/webhook/receiver-world.ts';
import { onLocal, type Home } from '#test/support/world.ts';

const numbers = Array.from({ length: 125 }, (_, at) => 1_000 + at);
/** Of each pull request; most tell about checks, as those of real repositories do. */
const deliveriesEach = 40;
const queues = ['webhook-deliveries', 'webhook-evaluations'] as const;
const user = { login: 'erin', type: 'User' };
const bot = { login: hostUser, type: 'Bot' };
const writtenAt = '2026-03-01T11:00:00Z';

/** Between the tries of one call; they take no time here. */
const pausesOfCalls = new Set([2_000, 4_000, 8_000, 16_000]);

const withQuickTries: Home = async (opening) => {
  const opened = await onLocal(opening);
  const { clock } = opened.platform;
  const sleep: typeof clock.sleep = (milliseconds, signal) =>
    pausesOfCalls.has(milliseconds) ? Promise.resolve() : clock.sleep(milliseconds, signal);
  return { ...opened, platform: { ...opened.platform, clock: { ...clock, sleep } } };
};

const shaOf = (number: number) => String(number).padStart(40, 'c');
const isToMerge = (number: number) => number % 5 === 0;
/** A merge makes the host look for conflicts of the others of its base. */
const baseOf = (number: number) => (isToMerge(number) ? `v${number}` : 'main');
const commandsOf = (number: number) => [
  ...['/hold', '/retest', '/lgtm', '/hold cancel'],
  isToMerge(number) ? '/automerge' : '/assign-reviewer @carol',
];

/** The deliveries of a pull request, in their order. */
function eventsOf(number: number): { event: string; id: string; body: object }[] {
  const sha = shaOf(number);
  const pull_request = { number, title: 'A change', head: { sha }, base: { ref: baseOf(number) } };
  const about = { repository, number, pull_request, sender: user };
  const review = { id: number, state: 'approved', body: '', commit_id: sha, user };
  const check = (name: string, action = 'completed') => ({
    ...{ repository, action },
    check_run: { name, head_sha: sha },
  });
  const kinds: [string, object][] = [
    ['check_run', check('build', 'created')],
    ['check_run', check('build')],
    ['check_run', check('can-be-merged')],
    ['star', { ...about, action: 'created' }],
    ['check_run', check('lint', 'created')],
    ['status', { repository, context: 'lint', state: 'success', sha }],
    ['workflow_job', { ...about, action: 'queued' }],
    ['label', { repository, action: 'created' }],
  ];
  const checks = (count: number) =>
    Array.from({ length: count }, (_, at) => kinds[at % kinds.length] as (typeof kinds)[number]);
  const comments = commandsOf(number).map((body, at): [string, object] => {
    const comment = { id: number * 10 + at, body, created_at: writtenAt, user };
    const issue = { number, pull_request: {} };
    return ['issue_comment', { repository, action: 'created', sender: user, issue, comment }];
  });
  const labeled = { action: 'labeled', label: { name: 'automerge' } };
  const unlabeled = { action: 'unlabeled', label: { name: 'hold' } };
  const told: [string, object][] = [
    ['pull_request', { ...about, action: 'opened' }],
    ...checks(8),
    ...comments.slice(0, 2),
    ['pull_request_review', { ...about, action: 'submitted', review }],
    ...checks(24),
    ...comments.slice(2),
    // The code host tells of the label that the last command changed.
    ['pull_request', { ...about, ...(isToMerge(number) ? labeled : unlabeled), sender: bot }],
  ];
  return told.map(([event, body], at) => ({ event, id: `${number}-${at}`, body }));
}

/** What the receiver did to a pull request. */
function effectsOn(pull: HostPull) {
  const ours = pull.comments.filter(({ user: { login } }) => login === hostUser);
  const theirs = pull.comments.filter(({ user: { login } }) => login === user.login);
  return {
    comments: ours.map(({ body }) => body.split('\n', 1).join('')),
    reactions: theirs.map(({ reactions }) => [...reactions].join()),
    labels: [...pull.labels].toSorted(),
    holds: pull.labelEvents.filter(({ name }) => name === 'hold').length,
    assignees: [...pull.assignees],
    reviewers: [...pull.requestedReviewers],
    isMerged: pull.isMerged,
  };
}

it(
  'a storm of 5,000 deliveries while a tenth of the calls fails: every effect once, none is missing (R1, R4)',
  { timeout: 300_000 },
  async () => {
    const world = await openReceiver(withQuickTries);
    const { host, platform, clock } = world;
    const { branches, pulls, collaborators, checkRuns } = host.repository;
    await world.configure();
    collaborators.set('erin', 'write').set('carol', 'write');
    for (const number of numbers) {
      const own = { headSha: shaOf(number), baseRef: baseOf(number) };
      const pull = { ...newPull(number, { files: [] }), ...own };
      branches.set(baseOf(number), base);
      for (const [at, body] of commandsOf(number).entries()) {
        pull.comments.push({ id: number * 10 + at, body, user, reactions: new Set() });
      }
      pulls.set(number, pull);
    }
    const failing = failOften(host, seed);

    const all = numbers.map(eventsOf);
    for (let at = 0; at < deliveriesEach; at += 1) {
      // Every twentieth is sent twice, as the code host does when it got no answer.
      const each = all.flatMap((events, pull) => {
        const sending = events[at];
        return sending ? ((pull + at) % 20 === 0 ? [sending, sending] : [sending]) : [];
      });
      const replies = await Promise.all(each.map((sending) => world.deliver(sending)));
      expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    }
    const count = async (...keys: ('waiting' | 'inFlight' | 'delayed')[]) => {
      const depths = await Promise.all(queues.map((name) => platform.queue.depth(name)));
      return depths.flatMap((depth) => keys.map((key) => depth[key])).reduce((a, b) => a + b);
    };
    // Time goes on much faster than real time, and not so fast that a lease ends during its work.
    while ((await count('waiting', 'inFlight', 'delayed')) > 0) {
      await pause(20);
      await clock.advance((await count('inFlight')) > 0 ? 1_000 : 10_000);
    }

    expect(failing.failures / failing.calls).toBeGreaterThan(0.09);
    expect(failing.unclear).toBeGreaterThan(20);
    const { rows } = await platform.records.list(deliveries, { limit: 10_000 });
    const ended = Object.groupBy(rows, ({ state, error }) => `${state} ${error}`);
    const counts = Object.entries(ended).map(([name, own]) => [name, own?.length]);
    expect(counts).toEqual([['success null', numbers.length * deliveriesEach]]);

    const thumb = `${hostUser} +1`;
    const merges = (number: number) =>
      host.changes.filter((change) => change.startsWith(`PUT /repos/owner/repo/pulls/${number}/m`));
    for (const number of numbers) {
      const isMerged = isToMerge(number);
      expect(effectsOn(pulls.get(number) as HostPull), `of ${number}`).toEqual({
        comments: ['## Welcome', 'Some commands were not carried out:'],
        // `/retest` names no check.
        reactions: [thumb, '', thumb, thumb, thumb],
        labels: [
          ...[
            'approved-erin',
            ...(isMerged ? ['automerge'] : []),
            `branch-${baseOf(number)}`,
            'can-be-merged',
          ],
          ...['lgtm-erin', 'size/XS'],
        ],
        holds: 1,
        assignees: ['ada'],
        reviewers: isMerged ? [] : ['carol'],
        isMerged,
      });
      expect(merges(number)).toHaveLength(isMerged ? 1 : 0);
      const own = checkRuns.filter(({ head_sha: sha }) => sha === shaOf(number));
      expect(own).toMatchObject([{ name: 'can-be-merged', conclusion: 'success' }]);
    }
  },
);
