import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { commandOf } from '#core/ai/provider-command.ts';
import { initialProvider } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import { isInstalled } from '#core/platform/adapters/local/programs/command-line.ts';
import { environment } from '#core/platform/config.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { writeFirstEnvironment } from './first-run.ts';
import { laptopStarts, makeLaptopFolders } from './laptop.ts';
import { main } from '../program/main.ts';
import { openLaptop } from './open-laptop.ts';
import { runServices } from './run-services.ts';
import { runWatched } from './run-watched.ts';

await main(async () => {
  const isFirst = writeFirstEnvironment();
  const variables = environment();
  if (await runWatched(variables)) return;
  makeLaptopFolders(variables);
  const running = await runServices(laptopStarts(variables), openLaptop);
  await greet(running.find(({ name }) => name === 'docs')?.url ?? '', isFirst, variables);
});

async function greet(url: string, isFirst: boolean, variables: Environment): Promise<void> {
  console.log('');
  if (isFirst) console.log('Created .env with generated secrets (only you can read it).');
  const savedKey = parseEnv(readFileSync('.env', 'utf8'))['ADMIN_KEY'];
  const where = savedKey === variables['ADMIN_KEY'] ? 'in the file .env' : 'in your environment';
  console.log(`Open ${url}/login and log in as admin; the API key is ADMIN_KEY ${where}`);
  await warnOfMissingAi(variables);
  console.log('Stop with Ctrl+C.');
}

async function warnOfMissingAi(variables: Environment): Promise<void> {
  const { AI_PROVIDER, AI_MODEL, PATH = '' } = variables;
  const provider = readProvider(AI_PROVIDER || initialProvider);
  const { program } = commandOf(provider, variables);
  if (await isInstalled(program, PATH)) return;
  console.log(
    AI_PROVIDER || AI_MODEL
      ? `'${program}' is not in PATH: the settings choose ${provider.title}, and without it generations\n` +
          'and analyses fail.'
      : `'${program}' is not in PATH and AI_PROVIDER is not set: the built-in offline writer answers. It\n` +
          'extracts from the repository, classifies failed tests by rules, and says so in what it writes.\n' +
          `Install ${provider.title}, or set AI_PROVIDER to another AI command line: see docs/settings.md.`,
  );
}
