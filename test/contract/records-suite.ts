import { describe } from 'vitest';
import type { ManualClock } from '#test/support/manual-clock.ts';
import type { Records } from '#core/platform/ports/records.ts';
import { expiryCases } from './records/expiry.ts';
import { keyCases } from './records/keys.ts';
import { listCases } from './records/list.ts';
import { modelCases } from './records/model.ts';
import { pagingCases } from './records/paging.ts';
import { raceCases } from './records/races.ts';
import { ruleCases } from './records/rules.ts';
import { rowCases } from './records/rows.ts';
import { uniqueCases } from './records/unique.ts';

/** An empty store of its own, opened for each test. */
export interface RecordsWorld {
  readonly records: Records;
  readonly clock: ManualClock;
  /** Lets go of `records` and opens the same data anew, as a restarted process does. */
  reopen?(): Promise<Records>;
}

export type OpenRecords = () => Promise<RecordsWorld>;

export interface RecordsCapabilities {
  /** How many random worlds the model test opens; fewer where a call is a network away. */
  readonly modelRuns?: number;
}

/** What every Records adapter must do: the sentences of ports.ts as cases. */
export function recordsContract(
  name: string,
  open: OpenRecords,
  capabilities: RecordsCapabilities = {},
) {
  describe(`Records on ${name}`, () => {
    describe('rows', () => rowCases(open));
    describe('rules', () => ruleCases(open));
    describe('keys and sizes', () => keyCases(open));
    describe('unique columns', () => uniqueCases(open));
    describe('list', () => listCases(open));
    describe('rows that expire', () => expiryCases(open));
    describe('racing writers', () => raceCases(open));
    describe('paging', () => pagingCases(open));
    describe('list against a naive model', () => modelCases(open, capabilities));
  });
}
