import { expect, it } from 'vitest';
import { reasonsAgainst, type Facts } from '#core/webhook/merging/reasons.ts';

const pull = {
  name: { owner: 'owner', repo: 'repo', number: '7' },
  ...{ number: 7, title: 'feat: a', author: 'ada', isOpen: true, isDraft: false, isMerged: false },
  ...{
    mergeable: true,
    mergeState: 'clean',
    headRepository: 'owner/repo',
    headSha: 'a',
    baseRef: 'main',
  },
  ...{ labels: [], assignees: [], requestedReviewers: [] },
  ...{ size: 0, changedFiles: 1, updatedAt: '' },
};
const owners = {
  ...{ areas: [], reviewers: [], paths: [], problems: [], isComplete: true },
  ...{ approvers: new Set<string>(), people: new Set<string>() },
};
const settings = {
  ...{ minimumLgtm: 0, requiredLabels: [], requiredChecks: [], conventionalTypes: undefined },
  fileProblem: undefined,
};
const facts: Facts = {
  ...{ settings, pull, requiredChecks: [], checks: new Map(), owners },
  ...{ forged: [], reviewers: [], objectors: [], suspicions: [], unresolved: 0 },
  verdicts: {
    approved: new Set(),
    lgtm: new Set(),
    objections: new Set(),
    isVerified: false,
    isOverridden: false,
    isHeld: false,
    isWaiting: false,
  },
};
const said = (more: Partial<Facts['verdicts']>) => ({
  verdicts: { ...facts.verdicts, ...more },
});
const checks = (state: 'passed' | 'pending' | 'failed') => new Map([['build', state]]);
const held = 'It is on hold: `/hold cancel` ends that.';
const area = (folder: string, ...approvers: string[]) => ({ folder, approvers });

it.each<[string, Partial<Facts>, string[]]>([
  ['nothing', {}, []],
  [
    'a conflict',
    { pull: { ...pull, mergeable: false } },
    ['It conflicts with `main`: rebase it, or merge `main`.'],
  ],
  ['an unknown conflict', { pull: { ...pull, mergeable: null } }, []],
  [
    'an old base',
    { pull: { ...pull, mergeState: 'behind' } },
    ['It is behind `main`: `/rebase` updates the branch.'],
  ],
  [
    'a hostile branch',
    { pull: { ...pull, mergeable: false, baseRef: '`@all`\n<b>' } },
    ['It conflicts with `` `@all` <b> ``: rebase it, or merge `` `@all` <b> ``.'],
  ],
  [
    'a title',
    { settings: { ...settings, conventionalTypes: ['fix'] } },
    ['The title does not follow the conventional form, such as `feat: add a search`.'],
  ],
  ['a passed check', { requiredChecks: ['build'], checks: checks('passed') }, []],
  ['a failed check that is not required', { checks: checks('failed') }, []],
  [
    'a failed check',
    { requiredChecks: ['build'], checks: checks('failed') },
    ['The check `build` failed.'],
  ],
  [
    'a pending check of the settings',
    { settings: { ...settings, requiredChecks: ['build'] }, checks: checks('pending') },
    ['The check `build` is still running.'],
  ],
  [
    'a missing check, required twice',
    { requiredChecks: ['build'], settings: { ...settings, requiredChecks: ['build'] } },
    ['The check `build` has not started.'],
  ],
  ['its own check', { requiredChecks: ['can-be-merged'] }, []],
  [
    'a check of the name of ours where titles are free',
    { requiredChecks: ['conventional-title'] },
    ['The check `conventional-title` has not started.'],
  ],
  [
    'labels',
    { pull: { ...pull, labels: ['WIP', 'hold', 'size/XS'] } },
    ['It is work in progress: `/wip cancel` ends that.', held],
  ],
  ['a hold without its label', said({ isHeld: true }), [held]],
  [
    'an event that waits',
    said({ isWaiting: true }),
    ['One of its events is waiting for an outage to end.'],
  ],
  [
    'a required label',
    {
      settings: { ...settings, requiredLabels: ['verified', 'docs'] },
      pull: { ...pull, labels: ['Docs'] },
    },
    ['The label `verified` is missing.'],
  ],
  [
    'labels of verdicts that nobody gave',
    {
      settings: { ...settings, requiredLabels: ['Verified', 'approved-bob', 'lgtm-carol'] },
      pull: { ...pull, labels: ['verified', 'approved-bob', 'lgtm-carol'] },
      ...said({ lgtm: new Set(['carol']) }),
    },
    ['The label `Verified` is missing.', 'The label `approved-bob` is missing.'],
  ],
  [
    'files that cannot be read',
    {
      settings: { ...settings, fileProblem: 'line 1: a' },
      owners: { ...owners, problems: ['`OWNERS`: `b`'] },
    },
    [
      'It cannot be decided: `OWNERS`: `b`.',
      'It cannot be decided: `.scm-webhook-server.yaml`: `line 1: a`.',
    ],
  ],
  [
    'changes that an approver requested',
    { objectors: ['bob'] },
    ['`bob` requested changes, and has not approved since.'],
  ],
  [
    'areas',
    {
      // Names compare without case: the author's own approval is none.
      pull: { ...pull, author: 'Ada', labels: ['approved-carol', 'approved-ada'] },
      owners: { ...owners, areas: [area('', 'bob'), area('docs', 'carol', 'ada')] },
      ...said({ approved: new Set(['bob', 'mallory', 'ada']), lgtm: new Set(['carol']) }),
    },
    ['An approver of `docs/` has to approve: `carol`, `ada`.'],
  ],
  [
    'more files than can be read',
    { owners: { ...owners, isComplete: false } },
    ['It touches too many files or folders to find all of its approvers: split it.'],
  ],
  [
    'reviewers',
    { settings: { ...settings, minimumLgtm: 2 }, reviewers: ['carol'] },
    ['1 of 2 reviewers approved it with /lgtm.'],
  ],
  ['enough reviewers', { settings: { ...settings, minimumLgtm: 1 }, reviewers: ['carol'] }, []],
  ['threads', { unresolved: 3 }, ['Not resolved: 3 review threads.']],
])('against a merge: %s', (_, given, reasons) => {
  expect(reasonsAgainst({ ...facts, ...given })).toEqual(reasons);
});
