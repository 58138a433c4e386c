import { defineConfig } from 'vitest/config';
import { isDeep } from './test/support/deep.ts';

/** What `npm run check` tries besides: the same suites on the second home, and kinds of which a
 * quick file has one case. */
const deep = [
  // Minutes of arithmetic.
  'test/unit/expressions.test.ts',
  'test/infra/{bundles,deploy,graph,graph-*,image-*,start}.test.ts',
  'test/crash/{calls-on-their-way,paused-*,delete-project}.test.ts',
  // One file per service stays; the emulators of queues wait for real time.
  'test/e2e/!(analysis-exports|docs-generate|logs-live|sessions|webhook-receive).aws.test.ts',
  'test/e2e/{docs-disk-and-clock,docs-hostile-model,docs-secrets,analysis-large}.local.test.ts',
  'test/contract/{*-faults,queue,records-*,feed-*,logs,render-site}.aws.test.ts',
  // One file per service on the emulators stays; this starts them all.
  'test/e2e/emulate.test.ts',
  'test/contract/local/{blobs-crash,render-faults}.test.ts',
  // The same corpus goes through the parts of all pages, and the same sites through a quick look.
  'test/browser/{hostile-analysis,hostile-logs,hostile-site,gallery,site-look}.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**', ...(isDeep ? [] : deep)],
    globalSetup: ['test/support/print-backends.ts'],
    // One line per file: no test is slow enough to have a line of its own.
    slowTestThreshold: 3_600_000,
    // Limits for what hangs: processes start slowly on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: {
      requireAssertions: true,
      poll: { timeout: 120_000 },
    },
    pool: 'forks',
    // Many tests wait: for the disk, a browser or a queue. One worker per core would wait with them.
    maxWorkers: 3,
  },
});
