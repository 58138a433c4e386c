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

await main(async () => {
  const isFirst = writeFirstEnvironment();
  const given = environment();
  makeLaptopFolders();
  const running = await runServices(laptopStarts(given), openLaptop);
  await greet(running.find(({ name }) => name === 'docs')?.url ?? '', isFirst, given);
});

async function greet(url: string, isFirst: boolean, given: Environment): Promise<void> {
  const programs = ['claude', 'gemini', 'agent'];
  const found = await Promise.all(programs.map((name) => isInstalled(name, given['PATH'] ?? '')));
  const isReplaced = Object.values(commandSettings(given)).some((command) => command);
  console.log('');
  if (isFirst) console.log('Made .env with generated secrets (readable by you only).');
  const kept = parseEnv(readFileSync('.env', 'utf8'))['ADMIN_KEY'];
  const where = kept === given['ADMIN_KEY'] ? 'in the file .env' : 'of the environment';
  console.log(`Open ${url}/login and log in as admin; the key is ADMIN_KEY ${where}`);
  if (!found.includes(true) && !isReplaced) {
    console.log(
      `No AI command line is installed (${programs.join(', ')}): the built-in offline writer\n` +
        'answers instead. It extracts from the repository and says so in what it writes.',
    );
  }
  console.log('Stop with Ctrl+C.');
}
