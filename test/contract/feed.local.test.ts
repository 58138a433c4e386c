import { localFeed } from '#core/platform/adapters/local/feed.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { feedContract } from './feed-suite.ts';

const homes = { files: {}, 'files, short segments': { segmentBytes: 2_000 } };

for (const [name, options] of Object.entries(homes)) {
  feedContract(
    name,
    async () => {
      const folder = await temporaryFolder();
      const feed = localFeed({ directory: folder.path, clock: systemClock(), ...options });
      return {
        feed,
        async close() {
          await feed.close();
          await folder.remove();
        },
      };
    },
    { disconnects: 250 },
  );
}
