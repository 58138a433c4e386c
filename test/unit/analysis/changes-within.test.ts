import { expect, it } from 'vitest';
import { changesWithin } from '#core/analysis/base/schema/changes.ts';

const changes = (files: string[]) =>
  changesWithin({ since: '#1', commits: [], files, is_whole: true });

it('says that paths are missing only where they are', () => {
  const twice = Array.from({ length: 300 }, (_, at) => `src/${at % 150}.ts`);
  expect(changes(twice)).toMatchObject({ is_whole: true, files: { length: 150 } });
  const many = Array.from({ length: 201 }, (_, at) => `src/${at}.ts`);
  expect(changes(many)).toMatchObject({ is_whole: false, files: { length: 200 } });
  expect(changes(['a.ts', 'x'.repeat(301)])).toMatchObject({ is_whole: false, files: ['a.ts'] });
});
