import { metadataPage } from '#core/analysis/pages/metadata/metadata-page.ts';
import { readMetadataPage } from '#core/analysis/pages/metadata/read-metadata-page.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Team, tier, version and labels of jobs, and the rules that give them',
  access: 'visitor',
  async show({ platform, frame }) {
    return metadataPage({ ...frame, ...(await readMetadataPage(platform)) });
  },
});
