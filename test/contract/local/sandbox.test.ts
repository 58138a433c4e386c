import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localSandbox } from '#core/platform/adapters/local/programs/sandbox.ts';
import type { SandboxRun } from '#core/platform/ports/programs/sandbox.ts';
import { atEnd } from '#test/support/at-end.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const canary = 'canary-4711-of-the-service';

/** Whether bubblewrap works here: some machines forbid it. */
const hasBubblewrap = (() => {
  try {
    execFileSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const world = eachTest(async () => {
  const { path } = await temporaryFolder();
  const work = join(path, 'work');
  const bin = join(path, 'bin');
  await mkdir(work);
  await mkdir(bin);
  await writeFile(join(path, 'models.json'), canary);
  const run = (
    command: string,
    more: Partial<SandboxRun> = {},
    search = process.env['PATH'] ?? '',
    clock = systemClock(),
  ) =>
    localSandbox({ clock, environment: { PATH: search, HOME: path, ADMIN_KEY: canary } }).run({
      ...{ name: 'abc', command, directory: work, environment: {}, hasNetwork: false },
      ...{ timeoutMilliseconds: 60_000, signal: new AbortController().signal },
      ...more,
    });
  return { path, work, bin, run };
});

describe.runIf(hasBubblewrap)('a command under bubblewrap', () => {
  it('works in its folder, and its output and exit code are the result', async () => {
    const { run, work } = world();
    const environment = { GREETING: 'hello' };
    const result = await run('echo $GREETING; echo oh >&2; echo made > file; exit 3', {
      environment,
    });
    expect(result).toEqual({ end: 'exited', code: 3, output: 'hello\noh\n' });
    expect(await readFile(join(work, 'file'), 'utf8')).toBe('made\n');
  });

  it('sees no file, variable or process of the service, and no network (S9)', async () => {
    const { run, path } = world();
    const server = createServer((_, response) => response.end(canary)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    atEnd(() => server.close());
    const { port } = server.address() as AddressInfo;
    const script = `
      cat ${path}/models.json; ls -a /root /home /etc/shadow /proc/${process.pid}
      cat /proc/*/environ | tr '\\0' '\\n'; env; ls /var /srv /work/..
      (exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3)
      ln -s ${path}/models.json link; cat link; touch /usr/x && echo wrote; echo done`;
    const result = await run(`bash -c '${script.replaceAll("'", "'\\''")}'`);
    expect(result).toMatchObject({ end: 'exited', code: 0 });
    const { output } = result as { output: string };
    expect(output.endsWith('done\n')).toBe(true);
    expect(output).not.toContain(canary);
    expect(output).not.toContain('wrote');
  });

  it('ends at its limit, with all that it started', async () => {
    const { run, work } = world();
    const command = '(while :; do date +%N > beat; sleep 0.01; done) & setsid sleep 1000';
    const result = await run(command, { timeoutMilliseconds: 300 });
    expect(result).toMatchObject({ end: 'timed-out', code: null });
    const beats = [await readFile(join(work, 'beat'), 'utf8')];
    execFileSync('sleep', ['0.1']);
    beats.push(await readFile(join(work, 'beat'), 'utf8'));
    expect(beats[0]).toBe(beats[1]);
  });

  it('keeps the end of a long output', async () => {
    const result = await world().run('yes x | head -c 3000000; echo; echo last');
    const { output } = result as { output: string };
    expect([output.length, output.endsWith('last\n')]).toEqual([60_000, true]);
  });
});

/** Stands in for podman or docker: does what `run` says without a container, and writes down its arguments.
 */
const client = (info: number) => `#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
case "$1" in
  info) exit ${info} ;;
  rm) exit 0 ;;
esac
while [ "$1" != -- ]; do shift; done
shift 2
exec "$@"
`;

async function install(name: string, info = 0) {
  const { bin } = world();
  await writeFile(join(bin, name), client(info));
  await chmod(join(bin, name), 0o755);
  return `${bin}:/usr/bin:/bin`;
}

describe('a command in a container', () => {
  const image = 'registry.example/node:24';

  it('has no network, and a secret stands in no argument (S10)', async () => {
    const { run, bin, work } = world();
    const search = await install('podman');
    const environment = { NPM_TOKEN: canary };
    const result = await run('echo $NPM_TOKEN', { image, environment }, search);
    expect(result).toEqual({ end: 'exited', code: 0, output: `${canary}\n` });
    const calls = (await readFile(join(bin, 'calls'), 'utf8')).trim().split('\n');
    // What a killed service left is removed, and what this run leaves.
    expect(calls.filter((call) => call === 'rm --force lantern-abc')).toHaveLength(2);
    const call = calls.find((each) => each.startsWith('run ')) ?? '';
    expect(call).toContain(`--network none --cap-drop ALL`);
    expect(call).toContain(`--volume ${work}:/work`);
    expect(call).toContain('--env NPM_TOKEN ');
    expect(calls.join()).not.toContain(canary);
  });

  it('has one where its check says so', async () => {
    const { run, bin } = world();
    const search = await install('docker');
    await run('true', { image, hasNetwork: true }, search);
    expect(await readFile(join(bin, 'calls'), 'utf8')).not.toContain('--network');
  });
});

describe('a command that cannot be run apart', () => {
  it.each<[string, Partial<SandboxRun>, string]>([
    ['no container program', { image: 'node:24' }, 'neither podman nor docker can be used here'],
    ['no bubblewrap', {}, 'bubblewrap (bwrap) is not installed, and no image is set'],
    ['a network without an image', { hasNetwork: true }, 'a network needs an image'],
  ])('is never run on the bare machine: %s (R9)', async (_, more, reason) => {
    const { run, bin, work } = world();
    expect(await run('touch ran', more, bin)).toEqual({ end: 'not-run', reason });
    await expect(readFile(join(work, 'ran'))).rejects.toThrow('ENOENT');
  });

  it('nor when the service of the container program does not answer', async () => {
    const search = await install('docker', 1);
    const reason = 'neither podman nor docker can be used here';
    const result = await world().run('true', { image: 'node:24' }, search);
    expect(result).toEqual({ end: 'not-run', reason });
  });
});
