import { defineConfig } from 'vitest/config';
import { isDeep } from './test/support/deep.ts';

/** What `npm run check` tries besides: the same suites on the second home, and kinds of which a
 * quick file has one case. */
const deep = [
  'test/infra/{deploy,graph,graph-*,image-*,start}.test.ts',
  'test/crash/{calls-on-their-way,paused-*,delete-project}.test.ts',
  'test/e2e/{docs-trouble,docs-projects,docs-forms,identity}.aws.test.ts',
  'test/e2e/{docs-disk-and-clock,docs-hostile-model,docs-secrets,analysis-large}.local.test.ts',
  'test/contract/*-faults.aws.test.ts',
  'test/contract/local/{blobs-crash,render-faults}.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**', ...(isDeep ? [] : deep)],
    globalSetup: ['test/support/print-backends.ts'],
    // One line per file: no test is slow enough to have a line of its own.
    slowTestThreshold: 3_600_000,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Processes start slowly beside two other workers.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // Many tests wait: for the disk, a browser or a queue. One worker per core would wait with them.
    maxWorkers: 3,
  },
});
