import { expect, it } from 'vitest';
import { findSite } from '#core/docs/site/files/site-file.ts';
import { projects } from '#core/docs/tables.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';

it('reads the project of a site again only after something is written', async () => {
  const { database } = await temporaryDatabase();
  let reads = 0;
  const read: typeof database.read = (work) => {
    reads += 1;
    return database.read(work);
  };
  const records = localRecords({ ...database, read });
  const project = { owner: 'admin', name: 'sample', repo_url: 'https://code.example/team/sample' };
  const at = '2026-03-01T11:00:00.000Z';
  await records.put(projects, { ...project, status: 'ready', created_at: at, updated_at: at });
  const caller = { username: 'admin', role: 'admin', isAdmin: true, via: 'key' } as const;
  const find = () => findSite({ records, environment: {} }, caller, 'sample');
  expect(await find()).toMatchObject({ status: 'ready' });
  reads = 0;
  await find();
  expect(reads).toBe(0);
  await records.update(projects, { owner: 'admin', name: 'sample' }, { status: 'generating' });
  expect(await find()).toMatchObject({ status: 'generating' });
});
