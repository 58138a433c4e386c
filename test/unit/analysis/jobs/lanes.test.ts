import { expect, it } from 'vitest';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import type { Job } from '#core/analysis/base/tables/job-tables.ts';

it.each([
  { calls: 3, peers: 0, groups: 10, lanes: 3 },
  { calls: 3, peers: 0, groups: 2, lanes: 2 },
  { calls: 3, peers: 0, groups: 0, lanes: 1 },
  { calls: 6, peers: 2, groups: 10, lanes: 3 },
  { calls: 7, peers: 3, groups: 10, lanes: 2 },
  { calls: 2, peers: 3, groups: 10, lanes: 1 },
  { calls: 10_000, peers: 0, groups: 2_000, lanes: 50 },
])('$calls calls at once for $groups groups with $peers reviewers are $lanes lanes', (given) => {
  const { calls, peers, groups, lanes } = given;
  const peer = { ai_provider: 'provider_b', ai_model: 'peer' };
  const params = { max_concurrent_ai_calls: calls, peer_ai_configs: Array(peers).fill(peer) };
  expect(analysisRun.lanes({ params, groups } as Job)).toBe(lanes);
});
