import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { docsIdentity } from '#core/docs/projects/identity.ts';
import { offerSignIn } from '#core/identity/sign-in-link.ts';
import { commandOf } from '#core/ai/provider-command.ts';
import { initialProvider } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import { isInstalled } from '#core/platform/adapters/local/programs/command-line.ts';
import { environment } from '#core/platform/config.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isLoopback } from '#core/platform/settings.ts';
import { unwritable } from '../commands/line/unwritable.ts';
import { writeFirstEnvironment } from './first-run.ts';
import { laptopStarts, makeLaptopFolders } from './laptop.ts';
import { main } from '../program/main.ts';
import { openLaptop } from './open-laptop.ts';
import { runServices } from './run-services.ts';
import { runWatched } from './run-watched.ts';

/** Lies beside a new `.env` until a start succeeds, which prints the link. */
const unshown = '.env.unshown';

await main(async () => {
  inFolder(() => writeFirstEnvironment() && writeFileSync(unshown, ''));
  const fromFile = environment();
  const isLocal = isLoopback(fromFile['HOST'] || '127.0.0.1');
  // Read by whoever opens the login page.
  const place = { LANTERN_KEY_PLACE: `${placeOf(fromFile)} on this machine` };
  const variables = { ...fromFile, ...(isLocal && place) };
  if (await runWatched(variables)) return;
  inFolder(() => makeLaptopFolders(variables));
  let docs: Platform | undefined;
  const running = await runServices(laptopStarts(variables), async (service, ...rest) => {
    const opened = await openLaptop(service, ...rest);
    if (service.name === 'docs') docs = opened.platform;
    return opened;
  });
  const url = running.find(({ name }) => name === 'docs')?.url ?? '';
  const isFirst = existsSync(unshown);
  rmSync(unshown, { force: true });
  if (isFirst) console.log('\nCreated .env with generated secrets (only you can read it).');
  if (isFirst && isLocal && docs) {
    const link = await offerSignIn(docs, docsIdentity(docs.environment));
    console.log(`Sign in with one click, once within an hour: ${url}/login?link=${link}`);
  }
  await greet(url, variables);
});

/** The folder may belong to another user, or its disk be full. */
function inFolder(write: () => unknown): void {
  try {
    write();
  } catch (error) {
    const { code, path = unshown } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw unwritable(`The folder ${dirname(resolve(path))}`, code);
  }
}

function placeOf(variables: Environment): string {
  const savedKey = parseEnv(readFileSync('.env', 'utf8'))['ADMIN_KEY'];
  return savedKey === variables['ADMIN_KEY'] ? 'in the file .env' : 'in the environment';
}

async function greet(url: string, variables: Environment): Promise<void> {
  console.log('');
  const where = placeOf(variables);
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
