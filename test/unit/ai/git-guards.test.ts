import { expect, it } from 'vitest';
import { gitGuards } from '#core/ai/git-guards.ts';

const listing = (end: 'exited' | 'not-found' | 'timed-out' | 'too-large' | 'not-started') => ({
  environment: {},
  run: async () => ({ end, code: 0, stdout: 'diff.external\0', stderr: '' }),
});

it.each(['timed-out', 'too-large', 'not-started'] as const)(
  'refuses a tree whose git configuration could not be listed: %s (S3)',
  async (end) => {
    await expect(gitGuards(listing(end), '/tree')).rejects.toThrow('could not be read');
  },
);

it.each(['exited', 'not-found'] as const)('guards a tree: %s (S3)', async (end) => {
  expect(Object.values(await gitGuards(listing(end), '/tree'))).toContain('diff.external');
});
