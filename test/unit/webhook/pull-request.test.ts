import { describe, expect, it } from 'vitest';
import { pullRequest } from '#core/webhook/handlers/pull-request.ts';
import { eachTest } from '#test/support/each-test.ts';
import {
  handlerWorld,
  interruptEverywhere,
  type HandlerWorld,
} from '#test/support/http/handler-world.ts';
import { base, head } from '#test/support/scm/state.ts';

const before = 'c'.repeat(40);
const owners = 'approvers: [bob]\nreviewers: [carol, ada, ghost]\n';
const files = [{ filename: 'src/a.ts', additions: 25, deletions: 5, patch: '@@ -1 +1 @@\n-a\n+b' }];

async function open(): Promise<HandlerWorld> {
  const world = await handlerWorld({ files });
  const { repository } = world.host;
  repository.contents.set(`OWNERS@${base}`, owners);
  for (const login of ['bob', 'carol']) repository.collaborators.set(login, 'write');
  return world;
}

const world = eachTest(open);
const seven = () => world().host.seven;
const labels = () => [...seven().labels].sort();
const check = (name: string) =>
  world().host.repository.checkRuns.find((run) => run.name === name && run.head_sha === head);
const event = (action: string, more: object = {}) => ({
  ...{ action, pull_request: { number: 7, head: { sha: head } } },
  sender: { login: 'ada', type: 'User' },
  ...more,
});
type Settings = NonNullable<Parameters<HandlerWorld['run']>[3]>;
const run = (action: string, more: object = {}, options: Settings = {}) =>
  world().run(pullRequest, 'pull_request', event(action, more), options);

const sizes = [
  { name: 'L', from: 100, color: 'ff0000' },
  { name: 'S', from: 20, color: '00ff00' },
  { name: 'XS', from: 0, color: '0000ff' },
];

describe('a new pull request', () => {
  it('gets labels, a welcome, an assignee, reviewers, a check and its verdict', async () => {
    await run('opened', {}, { settings: { sizes, welcomeExtraInfo: 'Call **us**.' } });
    expect(labels()).toEqual(['branch-main', 'size/S']);
    expect([...seven().assignees]).toEqual(['ada']);
    expect([...seven().requestedReviewers]).toEqual(['carol']);
    const [comment, ...others] = seven().comments;
    expect(others).toEqual([]);
    expect(comment?.body).toMatch(/## Welcome[^]*`\/hold`[^]*Call \*\*us\*\*\./);
    expect(check('can-be-merged')).toMatchObject({
      conclusion: 'failure',
      output: { summary: '- An approver of the repository has to approve: `bob`.' },
    });
    expect(world().host.repository.labels.get('size/s')?.color).toBe('00ff00');
    expect(world().entries).toEqual([
      expect.stringMatching(/^WARNING No review requested from ghost: .* not a collaborator/),
    ]);
  });

  it.each([
    ['reopened', {}, { comments: 0, assignees: 1 }],
    ['ready_for_review', {}, { comments: 1, assignees: 1 }],
  ])('%s: as opened, and a welcome only where it is new', async (action, more, left) => {
    await run(action, more);
    const { comments, assignees } = seven();
    expect({ comments: comments.length, assignees: assignees.size }).toEqual(left);
  });

  it.each([
    ['WIP: try', {}, ['branch-main', 'size/XS', 'wip']],
    ['a wip', {}, ['branch-main', 'size/XS']],
    ['a', { autoVerifiedUsers: ['Ada'] }, ['automerge', 'branch-main', 'size/XS', 'verified']],
    ['a', { autoMergeBranches: ['main'] }, ['automerge', 'branch-main', 'size/XS']],
    ['a', { enabledLabels: new Set(['branch'] as const) }, ['branch-main']],
  ])('%j with %j has the labels %j', async (title, settings, expected) => {
    seven().description = { files, title };
    await run('opened', {}, { settings });
    expect(labels()).toEqual(expected);
  });

  it('R1: every effect happens once, whatever change a run was interrupted behind', async () => {
    const { left, interruptions } = await interruptEverywhere(
      open,
      (each, isRepeated) => each.run(pullRequest, 'pull_request', event('opened'), { isRepeated }),
      ({ host }) => {
        const pull = host.repository.pulls.get(7);
        return {
          labels: [...(pull?.labels ?? [])].sort(),
          comments: pull?.comments.map(({ body }) => body),
          people: [[...(pull?.assignees ?? [])], [...(pull?.requestedReviewers ?? [])]],
          checks: host.repository.checkRuns.map(({ name, conclusion, output }) => [
            name,
            conclusion,
            output,
          ]),
        };
      },
    );
    expect(interruptions).toBeGreaterThan(7);
    for (const each of left) expect(each).toEqual(left[0]);
  });
});

describe('an event that is skipped', () => {
  it.each([
    ['there are newer commits', { pull_request: { number: 7, head: { sha: before } } }, {}],
    ['it is a draft', {}, { isDraft: true }],
    ['it is closed', {}, { description: { files, state: 'closed' } }],
  ])('%s: nothing changes, and the log says so', async (reason, more, state) => {
    Object.assign(seven(), state);
    await run('opened', more);
    expect(world().host.changes).toEqual([]);
    expect(world().steps).toEqual({ skipped: { reason } });
  });

  it('a payload without a pull request is an error that names the field', async () => {
    const failing = world().run(pullRequest, 'pull_request', { action: 'opened' });
    await expect(failing).rejects.toThrow(
      'The payload of the event pull_request has no usable pull_request',
    );
  });
});
