import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { patientOffload } from '#test/support/processes/patient-offload.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { socketServer } from '#test/support/http/socket-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { logsContract } from './logs-suite.ts';

logsContract('files', async () => {
  const { path: directory, remove } = await temporaryFolder();
  const server = await socketServer();
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const offload = patientOffload({ children: 1 });
  const logs = localLogs({ directory, clock, connections: server.local, offload });
  return {
    logs,
    clock,
    connect: async () => (await server.pair()).client,
    async close() {
      await logs.close();
      await server.close();
      await remove();
    },
  };
});
