// A process that files an issue, or dies at a fault point.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createIssue } from '#core/analysis/issues/create-issue.ts';
import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import { createBody } from '#core/analysis/issues/places/issue-schema.ts';
import { openLocal } from '#core/home/open-local.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { killAt } from '#test/support/processes/kill-at.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    target: { type: 'string', default: 'scm' },
    /** JSON. */
    environment: { type: 'string', default: '{}' },
    /** Hours after now: leases of a killed process have expired. */
    hours: { type: 'string', default: '0' },
    /** The durable call to die at, and whether before or after it; 0: none. */
    at: { type: 'string', default: '0' },
    when: { type: 'string', default: 'before' },
  },
});

const now = () => new Date(Date.now() + Number(values.hours) * 3_600_000);
const home = openLocal({
  service: 'analysis',
  environment: JSON.parse(values.environment) as Record<string, string>,
  directory: join(values.folder, 'data'),
  database: join(values.folder, 'data', 'results.db'),
  queues: [],
  clock: { ...systemClock(), now },
  writeLog: () => {},
});
let calls = 0;
const when = values.when === 'after' ? 'after' : 'before';
const platform = killAt(home, Number(values.at), when, () => calls++);
const caller = { username: 'uma', role: 'user', isAdmin: false, via: 'name' } as const;
const body = createBody.parse({ test_name: 'login', title: 'a', body: 'b' });
const issue = await createIssue(platform, caller, values.target as IssueTarget, 'job_1', body);
process.stdout.write(`${calls}\n${JSON.stringify(issue)}\n`);
await home.close();
