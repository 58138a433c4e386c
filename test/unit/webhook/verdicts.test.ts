import { describe, expect, it } from 'vitest';
import { issueComment } from '#core/webhook/handlers/issue-comment.ts';
import { pullRequest } from '#core/webhook/handlers/pull-request.ts';
import { pullRequestReview } from '#core/webhook/handlers/pull-request-review.ts';
import { eachTest } from '#test/support/each-test.ts';
import { handlerWorld, type HandlerWorld } from '#test/support/handler-world.ts';
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
const seven = () => {
  const pull = world().host.repository.pulls.get(7);
  if (!pull) throw new Error('no pull request');
  return pull;
};
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

/** Pushes a commit. Its event is processed unless the result is not called. */
function push(sha: string, files = evil, at = '2026-03-01T11:30:00Z', sender = 'mallory') {
  const before = seven().headSha;
  const { description } = seven();
  const earlier = { ...description.earlier, [before]: description.files };
  seven().description = { ...description, files, earlier };
  Object.assign(seven(), { headSha: sha, updatedAt: at });
  return () => event('synchronize', { before }, sender);
}

async function say(login: string, body: string, at = '2026-03-01T11:00:00Z') {
  const user = { login, type: 'User' };
  const comment = { id: 1, body, user, created_at: at };
  const issue = { number: 7, pull_request: {} };
  const payload = { action: 'created', issue, comment };
  await world().run(issueComment, 'issue_comment', payload, options);
}

/** A review, which the code host has at once. Its event is processed unless the result is not called. */
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

const opened = () => event('opened');
const automerge = () => say('carol', '/automerge');
const approved = async () => {
  await opened();
  await review('bob', 'approved')();
};

type Story = readonly [title: string, play: () => Promise<unknown>, isMerged: boolean];

/** Plays, and has it evaluated with the label automerge. */
async function judge(play: () => Promise<unknown>): Promise<boolean> {
  await play();
  seven().labels.add('automerge');
  return evaluated();
}

async function evaluated(): Promise<boolean> {
  await say('carol', '/check-can-merge', '2026-03-01T13:00:00Z');
  return seven().isMerged;
}

const stories = (rows: readonly Story[], run = judge) =>
  it.each(rows)('%s', async (_, play, isMerged) => {
    options = {};
    expect(await run(play)).toBe(isMerged);
  });

describe('R9 an approval', () => {
  stories([
    ['of the newest commit, by a review', approved, true],
    ['by a command', async () => (await opened(), say('bob', '/approve')), true],
    ['without any event of the pull request before', () => say('bob', '/approve'), true],
    [
      'by its label, set by the approver',
      async () => (await opened(), label('bob', 'approved-bob')),
      true,
    ],
    ['before a push whose event is late', async () => (await approved(), push(second)), false],
    ['before a push', async () => (await approved(), push(second)()), false],
    ['before a clean rebase', async () => (await approved(), push(second, good)()), true],
    [
      'before a clean rebase whose event is late',
      async () => (await approved(), push(second, good)),
      false,
    ],
    [
      'before a push and one of the same diff, whose first event came too late',
      async () => {
        await approved();
        const late = push(second);
        await push(third)();
        await late();
      },
      false,
    ],
    [
      'before a force push away',
      async () => (await approved(), await push(second)(), push(first, good)()),
      true,
    ],
    [
      'by a command before a change of the branch',
      async () => (await opened(), await say('bob', '/approve'), retarget(true)),
      false,
    ],
    [
      'before a change of the branch whose event is late',
      async () => (await approved(), retarget(false)),
      false,
    ],
    [
      'of an earlier commit, with /approve in its text',
      async () => {
        await opened();
        const late = review('bob', 'approved', { body: '/approve' });
        await push(second)();
        await late();
      },
      false,
    ],
    [
      'by a command that waited behind a push',
      async () => (await opened(), push(second), say('bob', '/approve')),
      false,
    ],
    [
      'by a command that was written before a push, and processed after it',
      async () => (await opened(), await push(second)(), say('bob', '/approve')),
      false,
    ],
    [
      'by a command after a push',
      async () => (
        await opened(),
        await push(second)(),
        say('bob', '/approve', '2026-03-01T12:00:00Z')
      ),
      true,
    ],
    [
      'that was taken back',
      async () => (await opened(), await say('bob', '/approve'), say('bob', '/approve cancel')),
      false,
    ],
    [
      'whose dismissal is late',
      async () => {
        await opened();
        const one = review('bob', 'approved');
        await one();
        one.dismiss();
      },
      false,
    ],
    [
      'by /approve in a review that is dismissed',
      async () => {
        await opened();
        const one = review('bob', 'commented', { body: '/approve' });
        await one();
        await one.dismiss()();
      },
      false,
    ],
    [
      'on a draft',
      async () => {
        seven().isDraft = true;
        await opened();
        await review('bob', 'approved')();
        seven().isDraft = false;
        await event('ready_for_review');
      },
      false,
    ],
    [
      'of the author, in another case',
      async () => {
        Object.assign(seven(), { author: 'Bob' });
        await opened();
        await review('bob', 'approved')();
      },
      false,
    ],
    ['of somebody else', async () => (await opened(), review('carol', 'approved')()), false],
  ]);
});

describe('R9 a forged label', () => {
  const forged = () => label('mallory', 'approved-bob');
  stories([
    ['is removed', async () => (await opened(), forged()), false],
    [
      'whose event is late',
      async () => (await opened(), seven().labels.add('approved-bob')),
      false,
    ],
    [
      'on a draft that becomes ready',
      async () => {
        seven().isDraft = true;
        await opened();
        await forged();
        seven().isDraft = false;
        await event('ready_for_review');
      },
      false,
    ],
    [
      'before a push of the same diff',
      async () => {
        await opened();
        seven().labels.add('approved-bob');
        await push(second, good)();
      },
      false,
    ],
    [
      'removed from a true approval',
      async () => (await approved(), label('mallory', 'approved-bob', 'unlabeled')),
      true,
    ],
    [
      'removed by the approver',
      async () => (
        await opened(),
        await say('bob', '/approve'),
        label('bob', 'approved-bob', 'unlabeled')
      ),
      false,
    ],
  ]);

  it.each([
    ['mallory', 'approved-bob'],
    ['mallory', 'lgtm-mallory'],
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
  const objected = async () => {
    await approved();
    await review('bob', 'changes_requested', {}, '2026-03-01T11:10:00Z')();
  };
  const later = '2026-03-01T12:00:00Z';

  stories([
    ['of an approver', objected, false],
    [
      'whose event is late',
      async () => (await approved(), review('dora', 'changes_requested')),
      false,
    ],
    [
      'of an earlier commit',
      async () => {
        await opened();
        await review('dora', 'changes_requested')();
        await push(second)();
        await review('bob', 'approved', {}, later)();
      },
      false,
    ],
    [
      'whose label somebody removed',
      async () => {
        await objected();
        await review('dora', 'approved', {}, later)();
        await label('carol', 'changes-requested-bob', 'unlabeled');
      },
      false,
    ],
    [
      'of somebody without a say',
      async () => (await approved(), review('mallory2', 'changes_requested')()),
      true,
    ],
    [
      'that its author takes back by a review',
      async () => (await objected(), review('bob', 'approved', {}, later)()),
      true,
    ],
    [
      'that its author takes back by a command',
      async () => (await objected(), say('bob', '/approve', later)),
      true,
    ],
    [
      'that is dismissed',
      async () => {
        await approved();
        const one = review('dora', 'changes_requested', {}, later);
        await one();
        await one.dismiss()();
      },
      true,
    ],
    [
      'older than an approval of the same person by a command',
      async () => {
        await opened();
        await review('bob', 'changes_requested')();
        await say('bob', '/approve', later);
      },
      true,
    ],
  ]);
});

describe('R9 verified and /lgtm', () => {
  const needs = (settings: NonNullable<Options['settings']>) => {
    options = { settings };
    world().host.repository.contents.delete(`OWNERS@${base}`);
  };
  const play =
    (settings: NonNullable<Options['settings']>, run: () => Promise<unknown>) => async () => {
      needs(settings);
      await opened();
      await run();
    };
  const verified = { requiredLabels: ['verified'] };
  const two = { minimumLgtm: 1 };
  stories([
    ['/verified', play(verified, () => say('carol', '/verified')), true],
    [
      '/verified of an author who may not push',
      play(verified, () => say('mallory', '/verified')),
      false,
    ],
    [
      '/verified before a push whose event is late',
      play(verified, async () => (await say('carol', '/verified'), push(second))),
      false,
    ],
    [
      '/verified before a clean rebase',
      play(verified, async () => (await say('carol', '/verified'), push(second, good)())),
      false,
    ],
    ['the label alone', play(verified, async () => seven().labels.add('verified')), false],
    ['/lgtm', play(two, () => say('carol', '/lgtm')), true],
    [
      '/lgtm before a push whose event is late',
      play(two, async () => (await say('carol', '/lgtm'), push(second))),
      false,
    ],
    [
      '/lgtm of somebody who objects since',
      play(
        two,
        async () => (
          await say('carol', '/lgtm'),
          review('carol', 'changes_requested', {}, '2026-03-01T12:00:00Z')()
        ),
      ),
      false,
    ],
  ]);
});

describe('R9 hold', () => {
  stories([
    ['of a member', async () => (await approved(), say('erin', '/hold')), false],
    [
      'whose label somebody removed',
      async () => {
        await approved();
        await say('erin', '/hold');
        await label('mallory', 'hold', 'unlabeled');
        expect([...seven().labels]).toContain('hold');
      },
      false,
    ],
    [
      'whose label somebody removed, and whose event is late',
      async () => {
        await approved();
        await label('erin', 'hold');
        seven().labels.delete('hold');
      },
      false,
    ],
    [
      'that a member ended by hand',
      async () => {
        await approved();
        await say('erin', '/hold');
        await label('carol', 'hold', 'unlabeled');
      },
      true,
    ],
    [
      'that a member ended',
      async () => (await approved(), await say('erin', '/hold'), say('carol', '/hold cancel')),
      true,
    ],
  ]);
});

describe('R9 without approvers, automerge decides', () => {
  const play = (run: () => Promise<unknown>) => async () => {
    world().host.repository.contents.delete(`OWNERS@${base}`);
    await opened();
    await automerge();
    await run();
  };
  const closed = (files: typeof good) => async () => {
    seven().description = { ...seven().description, state: 'closed' };
    push(second, files);
    seven().description = { ...seven().description, state: 'open' };
    await event('reopened');
  };
  stories(
    [
      ['at once', play(async () => {}), true],
      [
        'set by a stranger, whose event is late',
        play(async () => {
          seven().labels.delete('automerge');
          setByHand('mallory', 'automerge');
        }),
        false,
      ],
      [
        'set by somebody who may push, whose event is late',
        play(async () => {
          seven().labels.delete('automerge');
          setByHand('erin', 'automerge');
        }),
        true,
      ],
      [
        'commanded before any event of the pull request, then a push whose event is late',
        async () => {
          world().host.repository.contents.delete(`OWNERS@${base}`);
          await automerge();
          push(second);
        },
        false,
      ],
      ['a push of a stranger', play(async () => push(second)()), false],
      ['a push of a stranger whose event is late', play(async () => push(second)), false],
      [
        'a push of somebody who may push',
        play(async () => push(second, evil, undefined, 'erin')()),
        true,
      ],
      [
        'a push of a stranger on a draft',
        play(async () => {
          seven().isDraft = true;
          await push(second)();
          seven().isDraft = false;
          await event('ready_for_review');
        }),
        false,
      ],
      [
        'a push of a stranger, then the same diff',
        play(async () => {
          push(second);
          await push(third)();
        }),
        false,
      ],
      [
        'a push of a stranger, then one of somebody who may push',
        play(async () => {
          push(second);
          await push(third, evil, undefined, 'erin')();
        }),
        false,
      ],
      ['a push while it was closed', play(closed(evil)), false],
      ['another branch, chosen by a stranger', play(() => retarget(true)), false],
      ['another branch, whose event is late', play(() => retarget(false)), false],
      ...['main', 'other'].map(
        (ref) =>
          [
            `another branch, noticed at an event of somebody who may push, of ${ref}`,
            play(async () => {
              await retarget(false);
              const named = { number: 7, head: { sha: first }, base: { ref } };
              const more = { label: { name: 'docs' }, pull_request: named };
              await event('labeled', more, 'carol');
              await retarget(true);
            }),
            false,
          ] as const,
      ),
      [
        'another branch and a push of somebody who may push',
        play(async () => {
          await retarget(false);
          await push(second, evil, undefined, 'erin')();
        }),
        false,
      ],
      ['another branch, chosen by somebody who may push', play(() => retarget(true, 'erin')), true],
      [
        '/automerge that waited behind a push',
        play(async () => {
          seven().labels.delete('automerge');
          push(second);
          await automerge();
        }),
        false,
      ],
    ],
    async (play) => (await play(), evaluated()),
  );
});

it('R9 does not mix the facts of two commits: a push there and back during an evaluation', async () => {
  options = {};
  const { host } = world();
  host.repository.contents.set(`docs/OWNERS@${base}`, 'approvers: [dora]');
  const isMerged = judge(async () => {
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
  });
  expect(await isMerged).toBe(false);
});
