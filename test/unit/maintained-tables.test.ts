import { expect, it } from 'vitest';
import * as alerts from '#core/analysis/base/tables/alert-tables.ts';
import * as discussion from '#core/analysis/base/tables/discussion-tables.ts';
import * as issues from '#core/analysis/base/tables/issue-table.ts';
import * as runs from '#core/analysis/base/tables/job-tables.ts';
import * as analysis from '#core/analysis/base/tables/tables.ts';
import * as metadata from '#core/analysis/base/tables/metadata-tables.ts';
import * as docs from '#core/docs/tables.ts';
import * as identity from '#core/identity/tables.ts';
import * as jobs from '#core/jobs/tables.ts';

it.each([
  [
    'analysis',
    { ...analysis, ...runs, ...discussion, ...issues, ...metadata },
    analysis.analysisTables,
  ],
  ['alerts', alerts, alerts.alertTables],
  ['docs', docs, docs.docsTables],
  ['identity', identity, identity.identityTables],
  ['jobs', jobs, jobs.jobTables],
])('every table of %s is among those that its sweep maintains', (_, module, maintained) => {
  const exported = Object.values(module).filter((one) => typeof one !== 'number');
  const tables = exported.filter((one) => 'columns' in one && 'parse' in one);
  expect(tables.length).toBeGreaterThan(1);
  expect(new Set<object>(maintained)).toEqual(new Set<object>(tables));
});
