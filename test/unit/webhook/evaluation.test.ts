import { describe, expect, it } from 'vitest';
import { settingsOf } from '#core/webhook/configuration/settings-of.ts';
import { checkRun, status } from '#core/webhook/handlers/checks.ts';
import type { EventHandler } from '#core/webhook/pulls/context.ts';
import { evaluateLater } from '#core/webhook/processing/evaluate-later.ts';
import { evaluationMessage, evaluationQueue } from '#core/webhook/merging/request-evaluation.ts';
import { pullRequestReviewThread } from '#core/webhook/handlers/review.ts';
import { turns } from '#core/webhook/merging/turns.ts';
import { saveVerdict } from '#core/webhook/merging/verdicts.ts';
import { scmFor } from '#core/webhook/configuration/scm-for.ts';
import { eachTest } from '#test/support/each-test.ts';
import { base, head, newPull } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(async () => {
  const opened = await webhookWorld();
  await opened.configure();
  return opened;
});
const repository = () => world().host.repository;
const seven = () => world().host.seven;
const check = () => repository().checkRuns.find(({ name }) => name === 'can-be-merged');
const merges = () => world().host.changes.filter((change) => change.includes('/merge'));

type Event = readonly [EventHandler, string, object];
const checkEnded = (name: string, action = 'completed'): Event => [
  checkRun,
  action,
  { check_run: { name, head_sha: head } },
];
const statusOf = (sha: string, context = 'ci'): Event => [status, '', { context, sha }];
const aCheck = checkEnded('build');
const aStatus = statusOf(head);
const ofSeven = { pull_request: { number: 7, head: { sha: head } } };
const aThread: Event = [pullRequestReviewThread, 'resolved', ofSeven];

const delivery = { id: 'delivery-8', event: 'check_run', sender: 'ada' };

/** Handles an event; gives its steps. */
async function receive(
  [handler, action, payload]: Event,
  isRepeated = false,
): Promise<Record<string, unknown>> {
  const { platform } = world();
  const settings = await settingsOf(platform, 'owner/repo');
  const steps: Record<string, unknown> = {};
  const silent = () => {};
  await handler({
    delivery: {
      ...{ id: 'delivery-1', event: 'check_run', action, repository: 'owner/repo' },
      ...{ sender: 'ada', prNumber: 7, receivedAt: '', payload: { ...payload }, isRepeated },
    },
    ...{ settings, scm: scmFor(platform, settings), platform, isDryRun: false },
    log: {
      ...{ debug: silent, info: silent, success: silent, warning: silent, error: silent },
      ...{ pullRequest: silent },
      step: async (name, work) => (steps[name] = await work()),
    },
    signal: new AbortController().signal,
  });
  return steps;
}

const depth = async () => {
  const { waiting, delayed } = await world().platform.queue.depth(evaluationQueue);
  return waiting + delayed;
};

/** Evaluates what is due after so many seconds; gives the number of messages. */
async function evaluateAfter(seconds: number): Promise<number> {
  const { platform, clock } = world();
  await clock.advance(seconds * 1_000);
  const messages = await platform.queue.receive(evaluationQueue, { max: 10, waitSeconds: 0 });
  for (const message of messages) {
    const parsed = evaluationMessage.parse(JSON.parse(message.body));
    await evaluateLater(platform, parsed, new AbortController().signal);
    await platform.queue.acknowledge(message);
  }
  return messages.length;
}

/** An evaluation after a check that has ended. */
async function evaluateOnce(): Promise<void> {
  await receive(aCheck);
  await evaluateAfter(3);
}

describe('an evaluation', () => {
  it.each([
    ['a check', aCheck],
    ['a status', aStatus],
    ['a thread', aThread],
  ])('follows %s after 3 s, with its steps in the log', async (_, event) => {
    await receive(event);
    expect(await evaluateAfter(2)).toBe(0);
    expect(await evaluateAfter(1)).toBe(1);
    expect(check()).toMatchObject({ conclusion: 'success', output: { title: 'Can be merged' } });
    expect([...seven().labels]).toEqual(['can-be-merged']);
    const { entries } = await world().platform.logs.search(
      { where: { hook_id: 'delivery-1' } },
      { limit: 10 },
    );
    expect(entries.map(({ task_id, task_status }) => `${task_id} ${task_status}`)).toEqual([
      'can-be-merged completed',
      'can-be-merged started',
    ]);
  });

  it('is shared by all events of 3 s, and asked for again by the next one', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (const event of [aCheck, aStatus, aThread, aCheck]) {
        await receive(event);
      }
      expect(await depth()).toBe(1);
      expect(await evaluateAfter(3)).toBe(1);
    }
  });

  it('R1 is asked for again by a delivery that was interrupted, and after a lost message', async () => {
    await receive(aCheck);
    await receive(aCheck, true);
    expect(await depth()).toBe(2);
    await evaluateAfter(3);
    await receive(aCheck);
    const { queue } = world().platform;
    await world().clock.advance(3_000);
    for (const lost of await queue.receive(evaluationQueue, { max: 10, waitSeconds: 0 })) {
      await queue.acknowledge(lost);
    }
    await world().clock.advance(60_000);
    await receive(aCheck);
    expect(await depth()).toBe(1);
  });

  const stale = 'it is not about the newest commit of an open pull request';
  const closed = { description: { files: [], state: 'closed' } };
  it.each<[string, Event, object, string]>([
    ['a check that has not ended', checkEnded('build', 'created'), {}, 'it has not ended'],
    ['our own check', checkEnded('can-be-merged'), {}, 'our own check'],
    ['our own status', statusOf(head, 'conventional-title'), {}, 'our own check'],
    ['an old commit', statusOf(base), {}, stale],
    ['a commit that is none', statusOf('../x'), {}, stale],
    ['a draft', aCheck, { isDraft: true }, stale],
    ['a closed pull request', aCheck, closed, stale],
  ])('does not follow %s', async (_, event, state, reason) => {
    Object.assign(seven(), state);
    expect(await receive(event)).toEqual({ skipped: { reason } });
    expect(await depth()).toBe(0);
  });

  it('looks again while the host has not computed whether there are conflicts', async () => {
    seven().mergeable = null;
    await evaluateOnce();
    expect(check()).toMatchObject({ status: 'queued', conclusion: null });
    for (const pause of [3, 6, 12]) expect(await evaluateAfter(pause)).toBe(1);
    expect([...seven().labels]).toEqual([]);
    seven().mergeable = false;
    expect(await evaluateAfter(24)).toBe(1);
    expect(check()).toMatchObject({ conclusion: 'failure' });
    expect([...seven().labels]).toEqual(['has-conflicts']);
    expect(await depth()).toBe(0);
  });

  it.each<[string, () => unknown, string]>([
    ['branch protection', () => repository().protection.set('main', ['build']), 'build'],
    ['a ruleset', () => repository().rules.set('main', ['lint']), 'lint'],
    ['the configuration', () => world().configure('', '    default-status-checks: [e2e]'), 'e2e'],
  ])('needs the checks of %s', async (_, require, name) => {
    await require();
    await evaluateOnce();
    expect(check()?.output['summary']).toBe(`- The check \`${name}\` has not started.`);
    repository().statuses.push({ sha: head, context: name, state: 'success', description: null });
    await evaluateOnce();
    expect(check()).toMatchObject({ conclusion: 'success' });
  });

  it('R9 is not done twice at once: the other is done after it', async () => {
    const { host, platform } = world();
    const message = { repository: 'owner/repo', number: 7, looks: 0, outages: 0, delivery };
    let written: readonly string[] | undefined;
    host.hold = async () => {
      const turn = await platform.records.get(turns, { repository: 'owner/repo', base: ':7' });
      if (written || !turn) return;
      written = [];
      const before = host.changes.length;
      await evaluateLater(platform, message, new AbortController().signal);
      written = host.changes.slice(before);
    };
    await evaluateLater(platform, message, new AbortController().signal);
    expect(written).toEqual([]);
    expect(check()?.conclusion).toBe('success');
    seven().labels.add('wip');
    expect(await evaluateAfter(3)).toBe(1);
    expect(check()?.conclusion).toBe('failure');
    expect(await depth()).toBe(0);
  });

  it('counts neither strangers nor the author as reviewers', async () => {
    await world().configure('', '    minimum-lgtm: 2');
    repository().collaborators.set('bob', 'write');
    repository().contents.set(`OWNERS@${base}`, 'reviewers: [carol]');
    seven().description = { files: [{ filename: 'a.ts' }] };
    const say = (verdict: string) =>
      saveVerdict(
        { platform: world().platform, settings: { fullName: 'owner/repo' }, isDryRun: false },
        { number: 7 },
        verdict,
        { sha: head, base: 'main', at: '2026-03-01T11:00:00Z' },
      );
    for (const name of ['lgtm-ada', 'approved-mallory', 'lgtm-bob', 'approved-bob'])
      await say(name);
    await evaluateOnce();
    expect(check()?.output['title']).toBe('Cannot be merged: 1 reason');
    expect(check()?.output['summary']).toMatch(/^- 1 of 2 reviewers/);
    await say('lgtm-carol');
    await receive(aThread);
    await evaluateAfter(3);
    expect(check()).toMatchObject({ conclusion: 'success' });
  });

  it.each([
    ['OWNERS', `OWNERS@${base}`, 'approvers: [', 'approvers: []'],
    ['.scm-webhook-server.yaml', '.scm-webhook-server.yaml@main', 'minimum-lgtm: many', ''],
    ['.scm-webhook-server.yaml', '.scm-webhook-server.yaml@main', 'merge-method: octopus', ''],
  ])(
    'R9 a wrong %s blocks, says so in check, log and one comment',
    async (name, key, bad, good) => {
      seven().labels.add('automerge');
      seven().description = { files: [{ filename: 'a.ts' }] };
      repository().contents.set(key, bad);
      for (let round = 0; round < 2; round += 1) {
        await receive(aCheck);
        await evaluateAfter(3);
      }
      expect(check()?.output['summary']).toContain(`- It cannot be decided: \`${name}\`: \``);
      expect(seven().comments.map(({ body }) => body)).toEqual([
        expect.stringContaining(`- It cannot be decided: \`${name}\`: \``),
      ]);
      const { entries } = await world().platform.logs.search({ where: {} }, { limit: 100 });
      expect(entries.some(({ message }) => message.includes(`cannot be merged: \`${name}\``))).toBe(
        true,
      );
      expect(seven().isMerged).toBe(false);
      // Nothing bad is remembered.
      repository().contents.set(key, good);
      await evaluateOnce();
      expect(seven().isMerged).toBe(true);
    },
  );

  it('sets a commit status where the token may not create check runs', async () => {
    world().host.isApp = false;
    for (let round = 0; round < 2; round += 1) {
      await evaluateOnce();
    }
    expect(repository().statuses).toEqual([
      { sha: head, context: 'can-be-merged', state: 'success', description: 'Can be merged' },
    ]);
    expect(seven().comments).toEqual([]);
  });

  it('with a token of a person, keeps the reasons in one comment', async () => {
    world().host.isApp = false;
    const text = () => seven().comments.map(({ body }) => body.split('\n\n<!--')[0]);
    for (const mergeable of [false, false]) {
      seven().mergeable = mergeable;
      await evaluateOnce();
      expect(text()).toEqual([
        'This cannot be merged:\n\n- It conflicts with `main`: rebase it, or merge `main`.',
      ]);
    }
    seven().mergeable = true;
    await evaluateOnce();
    expect(text()).toEqual(['Nothing is missing: this can be merged.']);
  });
});

describe('with the label automerge', () => {
  it.each(['squash', 'merge', 'rebase'] as const)(
    'a pull request that passes is merged at the commit that was judged (%s)',
    async (mergeMethod) => {
      seven().labels.add('automerge');
      if (mergeMethod !== 'squash') await world().configure('', `    merge-method: ${mergeMethod}`);
      await evaluateOnce();
      expect(merges()).toEqual([
        `PUT /repos/owner/repo/pulls/7/merge {"merge_method":"${mergeMethod}","sha":"${head}"}`,
      ]);
    },
  );

  it("the merge method of the repository's own file counts", async () => {
    await world().configure('', '    merge-method: rebase');
    repository().contents.set('.scm-webhook-server.yaml@main', 'merge-method: merge');
    seven().labels.add('automerge');
    await evaluateOnce();
    expect(merges()[0]).toContain('"merge_method":"merge"');
  });

  it('one that the host does not merge says why in check and comment, without the label', async () => {
    seven().labels.add('automerge');
    const { host } = world();
    const real = host.handle;
    const message = 'Merge commits are not allowed on this repository.';
    host.handle = (request) =>
      request.path.endsWith('/merge') ? { status: 405, body: { message } } : real(request);
    await evaluateOnce();
    expect(check()).toMatchObject({ conclusion: 'failure' });
    expect(check()?.output['summary']).toContain(message);
    expect(seven().comments.map(({ body }) => body)).toEqual([expect.stringContaining(message)]);
    expect([...seven().labels]).toEqual(['automerge']);
  });

  describe('and update-branch', () => {
    const behind = { mergeableState: 'behind' };
    const updates = () => world().host.changes.filter((each) => each.startsWith('update branch'));
    const judged = async (how: string, labels: readonly string[] = ['automerge']) => {
      await world().configure('', how === '' ? '' : `    update-branch: ${how}`);
      Object.assign(seven(), behind);
      for (const label of labels) seven().labels.add(label);
      await evaluateOnce();
    };

    it.each(['merge', 'rebase'])(
      'one that is only behind gets the newest commits (%s)',
      async (how) => {
        await judged(how);
        expect(updates()).toHaveLength(1);
        expect(JSON.stringify(updates()[0])).toContain(how.toUpperCase());
        expect(merges()).toEqual([]);
        expect(seven().headSha).not.toBe(head);
        // Its checks decide again: what is behind is not merged.
        expect(check()).toMatchObject({ conclusion: 'failure' });
      },
    );

    it.each<[why: string, how: string, labels?: readonly string[]]>([
      ['nothing says so', ''],
      ['it does not wait to be merged', 'merge', []],
      ['more is missing', 'merge', ['automerge', 'hold']],
    ])('is not done where %s', async (_, how, labels) => {
      await judged(how, labels);
      expect(updates()).toEqual([]);
      expect(seven().headSha).toBe(head);
    });

    it('is not done for a label of somebody who may not set it', async () => {
      seven().labelEvents.push({ name: 'automerge', login: 'mallory' });
      await judged('merge');
      expect(updates()).toEqual([]);
      expect([...seven().labels]).not.toContain('automerge');
    });

    it('says what the host refuses', async () => {
      const { host } = world();
      const real = host.handle;
      const message = 'merge conflict between base and head';
      host.handle = (request) =>
        JSON.stringify(request.body ?? '').includes('mutation UpdateBranch')
          ? { status: 200, body: { data: null, errors: [{ type: 'UNPROCESSABLE', message }] } }
          : real(request);
      await judged('rebase');
      expect(check()?.output['summary']).toContain(message);
    });
  });

  it('one that does not pass is left alone', async () => {
    for (const label of ['automerge', 'hold']) seven().labels.add(label);
    await evaluateOnce();
    expect(merges()).toEqual([]);
  });

  /** What another process does while the host answers, once 7 has the turn of its base. */
  function duringTurn(work: () => Promise<unknown>) {
    const { host, platform } = world();
    let isDone = false;
    host.hold = async () => {
      const turn = await platform.records.get(turns, { repository: 'owner/repo', base: 'main' });
      if (isDone || !turn) return;
      isDone = true;
      await work();
    };
  }

  const sibling = (baseRef = 'main') => {
    const eight = newPull(8, { files: [{ filename: 'b.ts' }] });
    Object.assign(eight, { headSha: 'c'.repeat(40), baseRef });
    repository().branches.set(baseRef, base);
    eight.labels.add('automerge');
    repository().pulls.set(8, eight);
    return eight;
  };
  const evaluateEight = () =>
    evaluateLater(
      world().platform,
      { ...{ repository: 'owner/repo', number: 8, looks: 0, outages: 0 }, delivery },
      new AbortController().signal,
    );

  it('R9 two of one base are merged one after the other, and the second is judged anew', async () => {
    seven().labels.add('automerge');
    const eight = sibling();
    duringTurn(evaluateEight);
    await evaluateOnce();
    expect(seven().isMerged).toBe(true);
    expect(eight.isMerged).toBe(false);
    eight.mergeable = false;
    // The host has not looked for conflicts yet.
    expect(await evaluateAfter(3)).toBe(1);
    expect(await evaluateAfter(6)).toBe(1);
    expect(merges()).toHaveLength(1);
    expect([...eight.labels].sort()).toEqual(['automerge', 'has-conflicts']);
  });

  it('two of different bases are merged at once', async () => {
    seven().labels.add('automerge');
    const eight = sibling('v1');
    duringTurn(evaluateEight);
    await evaluateOnce();
    expect([seven().isMerged, eight.isMerged]).toEqual([true, true]);
  });

  it('R3 a turn that nobody gave back ends, and its owner does not merge later', async () => {
    seven().labels.add('automerge');
    const eight = sibling();
    duringTurn(async () => {
      world().clock.jump(121_000);
      await evaluateEight();
    });
    await evaluateOnce();
    expect([seven().isMerged, eight.isMerged]).toEqual([false, true]);
    await evaluateAfter(3);
    await evaluateAfter(6);
    expect(seven().isMerged).toBe(true);
  });

  it('R3 a process that was stopped during its turn asks for another one', async () => {
    seven().labels.add('automerge');
    duringTurn(async () => world().clock.jump(121_000));
    await evaluateOnce();
    expect(merges()).toEqual([]);
    await evaluateAfter(3);
    expect(seven().isMerged).toBe(true);
  });

  it('newer commits are not merged', async () => {
    seven().labels.add('automerge');
    const { host } = world();
    host.afterChange = (change) => {
      if (change.includes('check-runs')) seven().headSha = 'f'.repeat(40);
      return undefined;
    };
    await evaluateOnce();
    expect(seven().isMerged).toBe(false);
    expect(world().problems()).toEqual([]);
  });

  it('R1 a merge whose answer was lost is a merge', async () => {
    seven().labels.add('automerge');
    world().host.afterChange = (change) =>
      change.includes('/merge') ? { status: 400, body: { message: 'lost' } } : undefined;
    await evaluateOnce();
    expect(seven().isMerged).toBe(true);
    expect(merges()).toHaveLength(1);
  });
});
