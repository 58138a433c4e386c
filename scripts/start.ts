import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInstalled } from '#core/platform/adapters/local/command-line.ts';
import { environment } from '#core/platform/config.ts';
import type { Environment } from '#core/platform/ports.ts';
import { writeFirstEnvironment } from './first-run.ts';
import { main } from './main.ts';
import { runServices, stopOnSignal } from './run-services.ts';

const binaries = ['claude', 'gemini', 'agent'];
const data = resolve('data');

await main(async () => {
  const isFirst = writeFirstEnvironment();
  const given = environment();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const starts = [
    { name: 'analysis', environment: analysisEnvironment(given) },
    {
      name: 'webhook',
      environment: withDefaults(given, {
        WEBHOOK_SERVER_IP_BIND: '127.0.0.1',
        WEBHOOK_SERVER_DATA_DIR: `${data}/webhook`,
      }),
    },
    { name: 'sessions', environment: given },
    { name: 'agent', environment: withDefaults(given, { SIDECAR_DATA_DIR: `${data}/agent` }) },
  ];
  const others = await runServices(starts);
  // Docs comes last: its home page shows where the others listen.
  const [docs] = await runServices([
    { name: 'docs', environment: docsEnvironment(given, others) },
  ]).catch(async (error: unknown) => {
    await Promise.all(others.map((service) => service.stop()));
    throw error;
  });
  const running = docs ? [docs, ...others] : others;
  stopOnSignal(running);
  await greet(docs?.url ?? '', isFirst, given);
});

function withDefaults(given: Environment, defaults: Record<string, string>): Environment {
  return { ...defaults, ...given };
}

function analysisEnvironment(given: Environment): Environment {
  const { PORT: _docs, ...rest } = given;
  mkdirSync(`${data}/analysis`, { recursive: true, mode: 0o700 });
  const defaults = {
    DB_PATH: `${data}/analysis/results.db`,
    PORT: given['ANALYSIS_PORT'] ?? '8001',
  };
  return withDefaults(rest, defaults);
}

function docsEnvironment(
  given: Environment,
  others: readonly { name: string; url: string }[],
): Environment {
  const list = others.map(({ name, url }) => `${name}=${url}`).join(',');
  return withDefaults(given, { DATA_DIR: `${data}/docs`, LANTERN_SERVICES: list });
}

async function greet(url: string, isFirst: boolean, given: Environment): Promise<void> {
  const installed = await Promise.all(
    binaries.map((name) => isInstalled(name, given['PATH'] ?? '')),
  );
  const replaced = ['A', 'B', 'C'].some((letter) => given[`AI_CLI_PROVIDER_${letter}`]);
  console.log('');
  if (isFirst) console.log('Made .env with generated secrets (mode 600).');
  console.log(`Open ${url}/login and log in as admin with the ADMIN_KEY in .env`);
  if (!installed.includes(true) && !replaced) {
    console.log(
      'No AI command line is installed (claude, gemini, agent): the built-in offline writer answers,\n' +
        'which extracts from the repository and says so on every page.',
    );
  }
  console.log('Stop with Ctrl+C.');
}
