import { logFolder } from '#test/support/logs/log-folder.ts';
import { logsContract } from './logs-suite.ts';

logsContract('files', async () => {
  const { logs, clock, server } = await logFolder();
  return { logs, clock, connect: async () => (await server.pair()).client };
});
