import { join } from 'node:path';
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import type { LogQuery } from '#core/platform/ports/logs.ts';
import type { Offload } from '#core/platform/ports/programs/offload.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { socketServer } from '#test/support/http/socket-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Works in this process, one after the other. */
const here: Offload = {
  async run<Output>({ module, input }: { readonly module: string; readonly input: unknown }) {
    const { default: work } = (await import(module)) as { default: (input: unknown) => Output };
    return work(input);
  },
  close: async () => {},
};

/** The log of a laptop in a folder of its own. */
export async function logFolder() {
  const { path: directory } = await temporaryFolder();
  const server = await socketServer();
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const open = () => {
    const logs = localLogs({
      directory,
      clock,
      connections: server.local,
      offload: here,
      log: () => {},
    });
    atEnd(() => logs.close());
    return logs;
  };
  const logs = open();
  return {
    directory,
    clock,
    server,
    logs,
    /** Another process would open the folder like this. */
    open,
    file: (name: string) => join(directory, name),

    async messages(query: LogQuery = {}): Promise<string[]> {
      const page = await logs.search(query, { limit: 10_000, order: 'oldest' });
      if (page.total !== page.entries.length) throw new Error(`The total is ${page.total}`);
      return page.entries.map(({ message }) => message);
    },
  };
}
