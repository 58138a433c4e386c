import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);

/** The folder of a PostgreSQL that is installed here, such as Debian's package. */
export const postgresPrograms = globSync('/usr/lib/postgresql/*/bin').find((folder) =>
  existsSync(join(folder, 'initdb')),
);

export interface PostgresServer {
  /** An address with a password. */
  readonly url: string;
  /** Ends all connections in the middle of their work, as after a crash, and starts again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A real PostgreSQL with empty databases, in a temporary folder. It refuses to run as root: there it
 * runs as the user that the package made. */
export async function startPostgres({
  isDurable = false,
}: { readonly isDurable?: boolean } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms ?? '';
  const user = process.getuid?.() === 0 ? packageUser() : {};
  const folder = mkdtempSync(join(isDurable ? tmpdir() : fastFolder(), 'lantern-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' } };
  // Other encodings and collations than the default of a fresh Debian would hide nothing of ours.
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'lantern', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
    options,
  );
  const port = await freePort();
  let server = await start();

  async function start(): Promise<ChildProcess> {
    const settings = {
      // A crash of the process loses nothing without these; only one of the machine does.
      ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
      ...{ port, listen_addresses: '127.0.0.1' },
      ...{ unix_socket_directories: folder, max_connections: 500, shared_buffers: '64MB' },
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...words], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    for await (const text of child.stderr.setEncoding('utf8')) {
      log += String(text);
      if (log.includes('database system is ready to accept connections')) break;
      if (child.exitCode !== null) break;
    }
    if (!log.includes('ready to accept connections')) throw new Error(log);
    child.stderr.resume();
    return child;
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  return {
    url: `postgres://lantern:secret-of-postgres@127.0.0.1:${port}/postgres`,

    async restart() {
      await end('SIGQUIT');
      server = await start();
    },

    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function packageUser(): { uid?: number; gid?: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.find((line) => line.startsWith('postgres:'))?.split(':');
  if (!fields) throw new Error('PostgreSQL does not run as root, and there is no user postgres');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** In memory, where there is enough: each database is 300 files, and each case has its own. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}
