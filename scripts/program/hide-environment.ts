import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

const mark = 'LANTERN_ENVIRONMENT_IS_INPUT';

/** What Node and the system's libraries read before any code of ours. */
const early =
  /^(?:PATH|HOME|LANG|LC_ALL|TERM|TZ|TMPDIR|LD_LIBRARY_PATH|MALLOC_ARENA_MAX|SSL_CERT_(?:FILE|DIR)|(?:https?|no|all)_proxy|XDG_CACHE_HOME|NODE_(?:ENV|OPTIONS|PATH|EXTRA_CA_CERTS|USE_ENV_PROXY|V8_COVERAGE|COMPILE_CACHE))$/i;

/** Other programs of the same user, those that a model runs among them, can read the environment with
 * which a process began: /proc/<pid>/environ (S10). This begins the process once more, with the same
 * id, without the variables of the operator; they are handed over in a removed file as its input, and
 * are then in `process.env` as before. */
export function hideEnvironment(): void {
  if (process.env[mark] !== undefined) return readInput();
  // A process with a channel to its parent, as below `node --watch`, cannot begin once more.
  if (process.send !== undefined || process.execve === undefined) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const own = Object.entries(process.env).filter(([name]) => early.test(name));
  if (writeInput(JSON.stringify(process.env))) {
    // One arena of glibc, not one for each thread: they are never given back.
    const environment = { MALLOC_ARENA_MAX: '1', ...Object.fromEntries(own), [mark]: '1' };
    process.execve(process.execPath, words, environment);
  }
}

function readInput(): void {
  delete process.env[mark];
  Object.assign(process.env, JSON.parse(readFileSync(0, 'utf8')));
  closeSync(0);
  openSync(devNull, 'r');
}

/** False: the folder for temporary files cannot be written to. */
function writeInput(text: string): boolean {
  const file = join(tmpdir(), `lantern-${randomUUID()}`);
  closeSync(0);
  try {
    // The lowest free descriptor is the input.
    const input = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
    // At a position: the reader begins at the first byte.
    writeSync(input, text, 0);
    return input === 0;
  } catch {
    openSync(devNull, 'r');
    return false;
  }
}
