// The receiver in a process of its own, for tests that kill it. Says its URL; ends on SIGTERM.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { loadService } from '#core/host/service/load-service.ts';
import { serve } from '#core/host/serve.ts';
import { openLocal } from '#core/home/open-local.ts';
import { services } from '#functions/manifest.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    /** Hours after now: leases of a killed process have expired. */
    hours: { type: 'string', default: '0' },
  },
});

const ahead = Number(values.hours) * 3_600_000;
const clock = { ...systemClock(), now: () => new Date(Date.now() + ahead) };
const service = await loadService('webhook', { ...services.webhook, schedules: [] });
const platform = openLocal({
  service: 'webhook',
  environment: {},
  directory: values.folder,
  database: join(values.folder, 'webhook.db'),
  queues: service.queues,
  clock,
  writeLog: () => {},
});
const hosting = { host: '127.0.0.1', port: 0, portVariable: 'PORT' };
const running = await serve(service, hosting, platform, localSockets());
process.stdout.write(`${running.url}\n`);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
