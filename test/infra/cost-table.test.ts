import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partIn } from '../../scripts/program/markdown-table.ts';
import { root } from '../../scripts/program/run.ts';
import { costTable, part } from '../../scripts/rollout/cost.ts';
import { part as rolloutPart } from '../../scripts/rollout/table.ts';

it('docs/deploy.md shows what the rollout costs', async () => {
  const page = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  // The graph suite holds this table equal to the rollout.
  const now = costTable(partIn(page, rolloutPart) ?? '');
  expect(partIn(page, part), 'run node scripts/rollout/cost.ts --write').toBe(now);
});

it.each([
  // 648,000 requests of a queue a month; the first million is free, and so are ten alarms.
  [1, 10, '0.00'],
  [18, 10, '4.27'],
  [18, 36, '6.87'],
])('%i queues and %i alarms cost %s US dollars a month', (queues, alarms, sum) => {
  const table = `| queue, dead letters included | ${queues - 1} | 1 |\n| alarm | ${alarms} | |`;
  expect(costTable(table)).toContain(`**${sum}**`);
});

it('a table without queues is not taken for a rollout without cost', () => {
  expect(() => costTable('| alarm | 3 |')).toThrow('has no row queue');
});
