import { page } from './page.ts';

export const handler = page({
  summary: 'Team, tier, version and labels of jobs, and the rules that give them',
  access: 'visitor',
  async show({ platform, frame }) {
    const [{ metadataPage }, { readMetadataPage }] = await Promise.all([
      import('#core/analysis/pages/metadata/metadata-page.ts'),
      import('#core/analysis/pages/metadata/read-metadata-page.ts'),
    ]);
    return metadataPage({ ...frame, ...(await readMetadataPage(platform)) });
  },
});
