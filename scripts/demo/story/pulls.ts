import type { Person } from './team.ts';

interface PlannedPull {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly author: Person;
  readonly branch: string;
  readonly files: readonly { readonly filename: string; readonly additions: number }[];
  /** From 0 to 13. */
  readonly day: number;
  /** Absent: it is still open. */
  readonly mergedAfterDays?: number;
  /** The check fails first. */
  readonly failsFirst?: true;
}

const file = (filename: string, additions: number) => ({ filename, additions });

/** The pull requests of the two weeks, in the order of their days. */
export const plannedPulls: readonly PlannedPull[] = [
  {
    repository: 'pelican-http',
    number: 211,
    day: 0,
    mergedAfterDays: 1,
    author: 'grace',
    title: 'fix: retry after a reset connection',
    branch: 'retry-reset',
    files: [file('src/retry.ts', 48), file('test/retry.test.ts', 61)],
  },
  {
    repository: 'switchyard',
    number: 87,
    day: 1,
    mergedAfterDays: 2,
    author: 'chidi',
    title: 'feat: ask for a password twice',
    branch: 'ask-twice',
    files: [file('src/switchyard/prompts.py', 34), file('docs/prompts.md', 22)],
  },
  {
    repository: 'rigging',
    number: 142,
    day: 2,
    mergedAfterDays: 1,
    author: 'ada',
    title: 'feat: complete values of flags in fish',
    branch: 'fish-flags',
    failsFirst: true,
    files: [file('completion.go', 120), file('site/content/completions/_index.md', 31)],
  },
  {
    repository: 'pelican-http',
    number: 214,
    day: 4,
    mergedAfterDays: 3,
    author: 'ada',
    title: 'feat: limit how many requests wait',
    branch: 'queue-limit',
    failsFirst: true,
    files: [file('src/client.ts', 210), file('src/queue.ts', 340), file('README.md', 18)],
  },
  {
    repository: 'switchyard',
    number: 90,
    day: 6,
    mergedAfterDays: 1,
    author: 'grace',
    title: 'docs: show how to test a prompt',
    branch: 'test-prompts',
    files: [file('docs/testing.md', 57)],
  },
  {
    repository: 'rigging',
    number: 145,
    day: 8,
    mergedAfterDays: 1,
    author: 'chidi',
    title: 'fix: wrap help at the width of the terminal',
    branch: 'wrap-help',
    files: [file('internal/wrap/wrap.go', 26), file('command_test.go', 40)],
  },
  {
    repository: 'pelican-http',
    number: 219,
    day: 11,
    author: 'chidi',
    failsFirst: true,
    title: 'feat: read cookies of a response',
    branch: 'cookies',
    files: [file('src/cookies.ts', 180), file('test/cookies.test.ts', 95)],
  },
  {
    repository: 'switchyard',
    number: 93,
    day: 12,
    author: 'ada',
    title: 'WIP: options from environment variables',
    branch: 'env-options',
    files: [file('src/switchyard/options.py', 77)],
  },
  {
    repository: 'rigging',
    number: 149,
    day: 13,
    author: 'grace',
    title: 'fix: say which command is deprecated',
    branch: 'deprecated',
    files: [file('command.go', 14), file('command_test.go', 22)],
  },
];
