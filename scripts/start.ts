import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { commandSettings } from '#core/ai/provider-command.ts';
import { isInstalled } from '#core/platform/adapters/local/programs/command-line.ts';
import { environment } from '#core/platform/config.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { writeFirstEnvironment } from './first-run.ts';
import { laptopStarts, makeLaptopFolders } from './laptop.ts';
import { main } from './main.ts';
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
  const programs = ['claude', 'gemini', 'agent'];
  const installed = await Promise.all(
    programs.map((name) => isInstalled(name, variables['PATH'] ?? '')),
  );
  const isReplaced = Object.values(commandSettings(variables)).some((command) => command);
  console.log('');
  if (isFirst) console.log('Created .env with generated secrets (only you can read it).');
  const kept = parseEnv(readFileSync('.env', 'utf8'))['ADMIN_KEY'];
  const where = kept === variables['ADMIN_KEY'] ? 'in the file .env' : 'in your environment';
  console.log(`Open ${url}/login and log in as admin; the API key is ADMIN_KEY ${where}`);
  if (!installed.includes(true) && !isReplaced) {
    console.log(
      `No AI command line is installed (${programs.join(', ')}): the built-in offline writer\n` +
        'answers instead. It extracts from the repository, classifies failed tests by rules, and says\n' +
        'so in what it writes.',
    );
  }
  console.log('Stop with Ctrl+C.');
}
