import { defineConfig } from 'vitest/config';
import { isComplete, isDeep } from './test/support/level.ts';

/** What `npm test` tries: three minutes. Each service once on each home. */
const quick = [
  'test/unit/**/*.test.ts',
  'test/contract/!(cluster)/**/!(*.aws).test.ts',
  'test/contract/!(*.aws).test.ts',
  'test/infra/new-service.test.ts',
  'test/e2e/{http,webhook,logs}/{http,hosts,receive,process,deliveries,logs,live-in-the-cloud}.test.ts',
  'test/e2e/docs/{projects,wire,mcp}.test.ts',
  'test/e2e/analysis/{results/results,results/exports,intake/builds}.test.ts',
  'test/e2e/{agent/agent,sessions/sessions,review/pr-review,identity/keys,start/start}.test.ts',
];

/** What matches above and takes longer than it may there. */
const slow = [
  'test/unit/offline-writer/offline-hostile.test.ts',
  'test/unit/webhook/cherry-pick.test.ts',
  'test/contract/{ai,unpack-archive}.test.ts',
  'test/contract/net/git-program.test.ts',
  'test/contract/local/{blobs-*,helper-processes,kept-programs,logs-live,render-*}.test.ts',
];

/** What only `npm run check:deep` tries. */
const deep = [
  'test/unit/expressions.test.ts',
  'test/infra/{image-*,graph-bedrock}.test.ts',
  'test/crash/{calls-on-their-way,paused-*,delete-project}.test.ts',
  'test/contract/local/{blobs-crash,render-faults}.test.ts',
  'test/e2e/webhook/storm.test.ts',
  'test/browser/{demo,hostile-*,long-page,gallery,self,site-look}.test.ts',
];

/** A file that is named runs at every level. */
const isNamed = process.argv.slice(2).some((word) => /^(\.\/)?test\//.test(word));
const isQuick = !isComplete && !isNamed;

export default defineConfig({
  test: {
    include: isQuick ? quick : ['test/**/*.test.ts'],
    exclude: [
      ...['test/fixtures/**', 'node_modules/**'],
      ...(isQuick ? slow : []),
      ...(isDeep || isNamed ? [] : deep),
    ],
    // A file that is named runs on all homes, unless LANTERN_HOMES says otherwise.
    env: { LANTERN_HOMES: process.env['LANTERN_HOMES'] ?? (isNamed ? 'all' : 'quick') },
    globalSetup: [
      'test/support/emulators/print-backends.ts',
      ...(isQuick ? [] : ['test/support/postgres/shared-server.ts']),
    ],
    setupFiles: ['test/support/end-file.ts'],
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
