import { sitesPage } from '#core/docs/pages/sites/sites.ts';
import { assertReader } from '#core/docs/site/files/assert-reader.ts';
import { readSites } from '#core/docs/pages/sites/read-sites.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'The sites that the caller may read',
  access: 'visitor',
  async show({ platform, caller, frame }) {
    assertReader(platform, caller);
    return sitesPage({ ...frame, sites: await readSites(platform, caller) });
  },
});
