import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/**
 * Runs only on request: building takes minutes, root, and `apt-get install buildah debootstrap`.
 */
export const isImageWanted = process.env['LANTERN_TEST_IMAGE'] === '1';

if (!isImageWanted) {
  process.stdout.write('The worker image was not built: LANTERN_TEST_IMAGE is not 1.\n');
}

export type Image = Awaited<ReturnType<typeof buildImage>>;

/**
 * The worker image, built by buildah from its Dockerfile on a replacement of the base image: Debian
 * from its mirror, with Node from npm and this machine's npm settings. Everything is in `folder`.
 */
export async function buildImage(folder: string) {
  const environment = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = async (...words: string[]) => {
    const options = { env: environment, cwd: root, maxBuffer: 64 * 1024 * 1024 };
    return (await execute('buildah', [...places, ...words], options)).stdout.trim();
  };

  const scratch = await buildah('from', 'scratch');
  await makeBase(await buildah('mount', scratch), folder);
  await buildah('umount', scratch);
  await buildah('commit', '-q', scratch, 'docker.io/library/node:24-bookworm-slim');
  await buildah('rm', scratch);
  const recipe = 'functions/images/worker/Dockerfile';
  await buildah('bud', '--pull-never', '-t', 'lantern', '-f', recipe, root);
  const container = await buildah('from', '--pull-never', 'lantern');

  return {
    /** Copies a file of this machine into the container, for tests with their own job. */
    copy: (from: string, to: string) => buildah('copy', container, from, to),

    config: async () => {
      const text = await buildah('inspect', container);
      return (JSON.parse(text) as { OCIv1: { config: Record<string, unknown> } }).OCIv1.config;
    },

    /** Runs a command to its end. Repeats it if buildah has lost output, which happens with short
     * commands on a busy machine. */
    run: async (words: readonly string[]) => {
      const mark = 'that was all';
      for (;;) {
        const script = ['sh', '-c', '"$@" && echo "$0"', mark, ...words];
        const said = await buildah('run', container, '--', ...script);
        if (said.endsWith(mark)) return said.slice(0, -mark.length).trim();
      }
    },

    /** Starts a program as the image's first process, with the machine's network. */
    start: (words: readonly string[], variables: Readonly<Record<string, string>>) => {
      const given = Object.entries(variables).flatMap(([name, value]) => [
        '--env',
        `${name}=${value}`,
      ]);
      // Without a PID namespace: the first line is the process id to stop.
      const command = ['sh', '-c', 'echo "pid $$"; exec tini -- "$@"', 'sh', ...words];
      const child = spawn('buildah', [...places, 'run', ...given, container, '--', ...command], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return started(child);
    },

    remove: async () => {
      await buildah('rm', '--all');
      await buildah('rmi', '--all', '--force');
    },
  };
}

/** A program in the container. It ends by SIGTERM to its first process. */
function started(child: ChildProcessByStdio<null, Readable, Readable>) {
  const ended = once(child, 'close') as Promise<[number | null]>;
  const waiting = new Set<() => void>();
  let said = '';
  child.stderr.resume();
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
    waiting.forEach((look) => look());
  });
  const printed = (pattern: RegExp) =>
    new Promise<string>((found, failed) => {
      const look = () => {
        const match = pattern.exec(said);
        if (match) found(match[1] ?? match[0]);
      };
      waiting.add(look);
      look();
      void ended.then(() => failed(new Error(`it ended: ${said}`)));
    });
  return {
    printed,
    stop: async () => {
      process.kill(Number(await printed(/^pid (\d+)$/m)), 'SIGTERM');
      return (await ended)[0];
    },
    ended,
  };
}

async function makeBase(base: string, folder: string): Promise<void> {
  await execute('debootstrap', ['--variant=minbase', 'bookworm', base], { maxBuffer: 1e8 });
  await execute('chroot', [base, 'useradd', '--create-home', '--uid', '1000', 'node']);
  await execute('chroot', [base, 'apt-get', 'clean']);

  const { optionalDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const node = `node-linux-${process.arch}`;
  const name = `${node}@${optionalDependencies[node]}`;
  const packed = await execute('npm', ['pack', '--silent', '--pack-destination', folder, name]);
  const unpacked = join(folder, 'node');
  await mkdir(unpacked);
  await execute('tar', ['xzf', join(folder, packed.stdout.trim()), '-C', unpacked]);
  const local = join(base, 'usr/local');
  await cp(join(unpacked, 'package/bin/node'), join(local, 'bin/node'));
  await chmod(join(local, 'bin/node'), 0o755);
  await cp(join(unpacked, 'package/include'), join(local, 'include'), { recursive: true });

  // Not `npm root`: under an npm script it finds the project's own Node.
  const { stdout: npm } = await execute('sh', ['-c', 'command -v npm']);
  const installed = resolve(await realpath(npm.trim()), '../..');
  await cp(installed, join(local, 'lib/node_modules/npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const program of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program));
  }
  await mkdir(join(local, 'etc'), { recursive: true });
  await writeFile(join(local, 'etc/npmrc'), await registrySettings(local));
}

/** This machine's npm settings for the registry, for npm in the container. */
async function registrySettings(local: string): Promise<string> {
  const read = async (name: string) =>
    (await execute('npm', ['config', 'get', name], { cwd: root })).stdout.trim();
  const lines = [`registry=${await read('registry')}`];
  const named = await read('cafile');
  const certificates = named === 'null' ? process.env['NODE_EXTRA_CA_CERTS'] : named;
  if (certificates !== undefined) {
    await cp(certificates, join(local, 'share/stand-in-ca.crt'));
    lines.push('cafile=/usr/local/share/stand-in-ca.crt');
  }
  return `${lines.join('\n')}\n`;
}
