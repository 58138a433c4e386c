import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocal } from '#core/home/open-local.ts';
import { atEnd } from '#test/support/at-end.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A laptop's home with a manual clock beside a code host with the repository owner/repo. */
export async function webhookWorld() {
  const folder = await temporaryFolder();
  const host = scmHost({ files: [] });
  const { close: stopHost } = await serveHost(host);
  const clock = manualClock();
  const logged: Record<string, unknown>[] = [];
  const platform = openLocal({
    service: 'webhook',
    environment: {},
    directory: folder.path,
    database: join(folder.path, 'webhook.db'),
    queues: [
      { name: 'webhook-deliveries', visibilitySeconds: 60, maxAttempts: 3, ordered: true },
      { name: 'webhook-evaluations', visibilitySeconds: 60, maxAttempts: 3 },
    ],
    clock,
    writeLog: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  atEnd(() => platform.close());
  return {
    ...{ platform, host, stopHost, clock },
    /** The log of the program, from WARNING. */
    problems: () => logged.filter(({ level }) => level === 'WARNING' || level === 'ERROR'),
    /** Writes config.yaml, with the code host, its token and the repository. */
    configure: async (lines = '', repository = '') => {
      const { origin } = host;
      await writeFile(
        join(folder.path, 'config.yaml'),
        `scm-api-url: ${origin}\nscm-tokens: [${hostToken}]\ncdn-ips-url: ${origin}/cdn/ips\n${lines}\n` +
          `repositories:\n  repo:\n    name: owner/repo\n${repository}`,
      );
      // The file is looked at ten times a second.
      clock.jump(100);
    },
  };
}
