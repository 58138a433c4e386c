import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsPage } from '../../../scripts/settings-tables.ts';

it('docs/settings.md has the tables that the schemas give', async () => {
  const page = await readFile('docs/settings.md', 'utf8');
  expect(page, 'run node scripts/settings-tables.ts --write').toBe(await settingsPage(page));
});
