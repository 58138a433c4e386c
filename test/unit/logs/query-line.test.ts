import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filtersOfLine, lineOfFilters } from '#core/logs/reading/query-line.ts';

it.each([
  [
    'repo:acme/mobile level:error "timed out"',
    { repository: 'acme/mobile', level: 'error', search: 'timed out' },
  ],
  ['  timed   out ', { search: 'timed out' }],
  ['Error: 12:30 level:INFO', { search: 'Error: 12:30', level: 'INFO' }],
  [
    '-user:"a b" -noise -Level:debug',
    { not_scm_user: 'a b', not_search: 'noise', not_level: 'debug' },
  ],
  [
    'event:push pr:7 hook:h1 from:1h to:2026-01-31',
    {
      ...{ event_type: 'push', pr_number: '7', hook_id: 'h1' },
      ...{ start_time: '1h', end_time: '2026-01-31' },
    },
  ],
  ['"say \\"no\\" \\\\ repo:x"', { search: 'say "no" \\ repo:x' }],
  ['', {}],
])('reads %s', (line, filters) => {
  expect(filtersOfLine(line)).toEqual(filters);
});

it.each([
  ['repi:acme', "repi: is no field. Did you mean 'repo'? Text with a colon is written in quotes"],
  ['https://example.org', 'https: is no field. Text with a colon is written in quotes'],
  ['level:', 'level: has no value'],
  ['"timed out', 'A quote has no end'],
  ['"timed"out', 'A quote has no end'],
  ['"timed out" again', 'A text is there twice'],
  ['-one -two', 'A text with a minus is there twice'],
  ['level:error level:info', 'level: is there twice'],
  ['repo:acme', 'repo: is there twice', { repository: 'other' }],
  ['-from:1h', 'from: takes no minus'],
] as [string, string, Record<string, string>?][])('refuses %s', (line, message, given = {}) => {
  expect(() => filtersOfLine(line, given)).toThrow(
    expect.objectContaining({
      ...{ kind: 'invalid', message: expect.stringContaining(message) as string },
    }),
  );
});

it('writes the line that reads as the same filters', () => {
  const names = ['hook_id', 'repository', 'event_type', 'scm_user', 'level', 'search'];
  const text = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab:-"\\ \n/é') });
  const values = Object.fromEntries(
    names.flatMap((name) => [
      [name, text],
      [`not_${name}`, text],
    ]),
  );
  fc.assert(
    fc.property(fc.record(values, { requiredKeys: [] }), (filters) => {
      expect(filtersOfLine(lineOfFilters(filters))).toEqual(filters);
    }),
  );
});
