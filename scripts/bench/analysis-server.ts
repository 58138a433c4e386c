import { join } from 'node:path';
import { loadService } from '#core/host/load-service.ts';
import { serve } from '#core/host/serve.ts';
import { openLocal } from '#core/home/open-local.ts';
import type { Ai } from '#core/platform/ports/ai.ts';
import { services } from '#functions/manifest.ts';

// The failure analysis with a model that answers at once, in a process of its own: its argument is
// a folder for the data, then its further environment as JSON. Sends its URL to the parent process.

const [, , folder = '', more = '{}'] = process.argv;
const service = await loadService('analysis', services.analysis);
const platform = openLocal({
  service: 'analysis',
  environment: { PATH: process.env['PATH'], ...(JSON.parse(more) as Record<string, string>) },
  directory: folder,
  database: join(folder, 'results.db'),
  queues: service.queues,
  writeLog: () => {},
});
const text = JSON.stringify({
  classification: 'CODE ISSUE',
  details: 'The test expects another value. '.repeat(30),
  artifacts_evidence: '',
  code_fix: { file: 'src/app.ts', line: '3', change: 'Return the other value.' },
});
const ai: Ai = {
  ask: async () => ({ text, inputTokens: null, outputTokens: null, costUsd: null, reused: false }),
  unavailable: async () => undefined,
  program: async () => ({ id: 'provider_a', title: 'Bench', kind: 'own' }),
  works: async () => [],
  abandon: async () => {},
};
const hosting = { host: '127.0.0.1', port: 0, portVariable: 'PORT' };
const running = await serve(service, hosting, { ...platform, ai }, platform.connections);
process.send?.(running.url);
process.on('disconnect', () => process.exit());
