import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openLocal } from '#core/home/open-local.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import {
  keptPrograms,
  type KeptPrograms,
} from '#core/platform/adapters/local/programs/kept-programs.ts';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';
import { descendantsOf } from '#test/support/processes/descendants-of.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const child = fileURLToPath(new URL('../../support/processes/programs-child.ts', import.meta.url));
const wait = 'echo $$ >> log; until [ -e gate ]; do sleep 0.02; done';
/** Notes its number, and answers when the gate is open. */
const atGate = `${wait}; cat; echo " seen"`;
/** Two in a group that do not heed SIGTERM. */
const stubborn = `trap : TERM; /bin/sh -c 'trap : TERM; ${atGate}' & ${atGate}`;

let folder: string;
let calls: string;
const open: KeptPrograms[] = [];

beforeEach(async () => {
  ({ path: folder } = await temporaryFolder());
  calls = join(folder, 'calls');
});

afterEach(async () => {
  for (const programs of open.splice(0)) programs.close();
  const leaders = runs().map((run) => Number.parseInt(read(run, 'state')));
  for (const pid of leaders.filter((each) => each > 0)) kill(-pid);
  await eventually(() => leaders.some(isAlive)).toBe(false);
});

function programs(): KeptPrograms {
  const opened = keptPrograms({ directory: calls, clock: systemClock() });
  open.push(opened);
  return opened;
}

function runOf(script: string, fields: Partial<ProgramRun> = {}): ProgramRun {
  return {
    program: '/bin/sh',
    arguments: ['-c', script],
    directory: folder,
    environment: { PATH: '/usr/bin:/bin' },
    input: 'prompt',
    timeoutMilliseconds: 30_000,
    keep,
    ...fields,
  };
}

/** Numbers of the programs that have begun. */
function begun(): number[] {
  const text = readFileSync(join(folder, 'log'), { encoding: 'utf8', flag: 'a+' });
  return text.split('\n').filter(Boolean).map(Number);
}

const keep = { name: 'a1', work: 'gen_1' };

/** The runs that have files: work and name. */
function runs(): string[] {
  const files = existsSync(calls) ? readdirSync(calls) : [];
  return [...new Set(files.map((file) => file.replace(/\.\w+$/, '')))].sort();
}

/** Empty when it is absent. */
function read(run: string, file: string): string {
  const path = `${join(calls, run)}.${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** What a killed server left of a run, in files. */
function leave(files: Readonly<Record<string, string>>, run = 'gen_1.a1'): void {
  mkdirSync(calls, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(`${join(calls, run)}.${file}`, text);
  }
}

/** Not a zombie, as orphans become where nothing reaps them. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    return !state.includes(') Z ');
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  // Zero is the group of this process.
  if (!pid) throw new Error('No number of a process');
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function openGate(): void {
  writeFileSync(join(folder, 'gate'), '');
}

/** A server that is killed when `when` holds. Gives what it said. */
async function killedServer(run: ProgramRun, when: (said: string) => boolean): Promise<string> {
  const server = spawn(process.execPath, [child, calls, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await eventually(() => when(said)).toBe(true);
  const ended = once(server, 'close');
  server.kill('SIGKILL');
  await ended;
  return said;
}

const eventually = <Seen>(look: () => Seen) => expect.poll(look, { interval: 10 });
const hasBegun = () => begun().length === 1;
const hasEnded = (code: string) =>
  eventually(() => read('gen_1.a1', 'state').split('\n')[1]).toBe(code);
/** Nothing of the group is left. */
const isGone = () => eventually(() => begun().some(isAlive)).toBe(false);

describe('a program whose server was killed', () => {
  it.each(['before', 'after'])(
    'answers once; it ended %s the next one asked (R1)',
    async (moment) => {
      await killedServer(runOf(atGate), hasBegun);
      if (moment === 'before') {
        openGate();
        await hasEnded('0');
      }
      const next = programs();
      const asking = next.run(runOf(atGate));
      openGate();
      const answer = { end: 'exited', code: 0, stdout: 'prompt seen\n', stderr: '' };
      expect(await asking).toEqual(answer);
      expect(begun()).toHaveLength(1);
      await next.release(keep);
      expect(runs()).toEqual([]);
    },
  );

  it.each(['', ' >&2'])('may print no more than the limit:%s', async (to) => {
    const flood = `${wait}; head -c 21000000 /dev/zero${to}; sleep 30`;
    await killedServer(runOf(flood), hasBegun);
    openGate();
    await isGone();
    expect((await programs().run(runOf(flood))).end).toBe('too-large');
    expect(begun()).toHaveLength(1);
  });

  it('is killed when its time is over', async () => {
    // The waits of the shell that outlives the server take no time.
    writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o700 });
    const run = runOf(stubborn, { environment: { PATH: `${folder}:/usr/bin:/bin` } });
    await killedServer(run, () => begun().length === 2);
    await isGone();
    expect((await programs().run(runOf(stubborn))).end).toBe('timed-out');
    expect(begun()).toHaveLength(2);
  });

  it.each([
    ['aborted', 30_000],
    ['timed-out', 300],
  ])('ends with its group when the next one ends it: %s', async (end, timeoutMilliseconds) => {
    await killedServer(runOf(stubborn), () => begun().length === 2);
    const stop = new AbortController();
    const next = programs();
    const asking = next.run(runOf(stubborn, { timeoutMilliseconds, signal: stop.signal }));
    if (end === 'aborted') stop.abort();
    expect((await asking).end).toBe(end);
    expect(begun().map(isAlive)).toEqual([false, false]);
    await next.release(keep);
    expect(runs()).toEqual([]);
  });

  it('ends when its work is abandoned, and no other does', async () => {
    const other = { name: 'b2', work: 'gen_2' };
    await killedServer(runOf(atGate), hasBegun);
    await killedServer(runOf(atGate, { keep: other }), () => begun().length === 2);
    const next = programs();
    expect([...(await next.works())].sort()).toEqual(['gen_1', 'gen_2']);
    await next.abandon('gen_1');
    await eventually(() => begun().map(isAlive)).toEqual([false, true]);
    expect(await next.works()).toEqual(['gen_2']);
    openGate();
    expect(await next.run(runOf(atGate, { keep: other }))).toMatchObject({ code: 0 });
    await next.abandon('gen_2');
    expect(runs()).toEqual([]);
  });
});

describe('the files of a run that is gone', () => {
  it.each([
    ['its shell was not started', { in: 'prompt' }],
    ['its shell did not tell its number', { in: 'prompt', state: '' }],
    ['its exit code was written in part', { in: 'prompt', state: '4194300 1 60\n14' }],
  ])('do not hold up the next one: %s', async (_, files) => {
    leave(files);
    openGate();
    expect(await programs().run(runOf(atGate))).toMatchObject({ stdout: 'prompt seen\n' });
    expect(begun()).toHaveLength(1);
  });

  it('do no harm to the command of another run that has its number', async () => {
    const other = programs().run(runOf(atGate, { keep: { name: 'b2', work: 'gen_2' } }));
    await eventually(hasBegun).toBe(true);
    leave({ in: 'prompt', state: `${begun()[0]} 1 60\n` });
    await programs().abandon('gen_1');
    expect(isAlive(begun()[0] as number)).toBe(true);
    openGate();
    expect(await other).toMatchObject({ code: 0 });
  });

  it('do no harm to another process that has its number', async () => {
    const stranger = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    await once(stranger, 'spawn');
    for (const run of ['gen_1.a1', 'gen_2.b2']) {
      leave({ in: 'prompt', state: `${stranger.pid} 1 60\n` }, run);
    }
    openGate();
    const next = programs();
    expect(await next.run(runOf(atGate))).toMatchObject({ code: 0 });
    await next.abandon('gen_2');
    expect(runs()).toEqual(['gen_1.a1']);
    expect(isAlive(stranger.pid as number)).toBe(true);
  });
});

it('a folder that version 0.2 made for a run is removed', async () => {
  mkdirSync(join(calls, 'a1'), { recursive: true });
  writeFileSync(join(calls, 'a1', 'work'), 'gen_1');
  expect(await programs().works()).toEqual([]);
  expect(readdirSync(calls)).toEqual([]);
});

describe('programs that are kept', () => {
  it.each([
    ['not-found', { program: 'absent-program' }],
    ['not-started', { directory: '/absent' }],
    ['not-started', { arguments: ['a\0b'] }],
  ])('are %s, and leave nothing: %j', async (end, fields) => {
    expect((await programs().run(runOf('', fields))).end).toBe(end);
    expect(runs()).toEqual([]);
  });

  it('get every word as it is', async () => {
    const words = ["it's", '$HOME `id` "$(id)"', 'two\nlines', '-n', '', 'ü\\'];
    const environment = { PATH: '/usr/bin:/bin', WORDS: words.join('|') };
    const script = 'printf "%s\\0" "$WORDS" "$@"';
    const run = runOf('', { environment, arguments: ['-c', script, 'sh', ...words] });
    const { stdout } = await programs().run(run);
    expect(stdout.split('\0').slice(0, -1)).toEqual([words.join('|'), ...words]);
  });

  it('show nothing secret, and their files to their owner alone (S10)', async () => {
    const input = 'canary-prompt-0001';
    const environment = { PATH: '/usr/bin:/bin', ANTHROPIC_API_KEY: 'canary-key-0002' };
    const asking = programs().run(runOf(atGate, { input, environment }));
    await eventually(hasBegun).toBe(true);
    expect(descendantsOf(process.pid).join('\n')).not.toContain('canary');
    expect(read('gen_1.a1', 'state')).not.toContain('canary');
    openGate();
    await asking;
    const modes = ['', 'gen_1.a1.in', 'gen_1.a1.out', 'gen_1.a1.err'].map((file) => {
      return statSync(join(calls, file)).mode & 0o777;
    });
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });
});

it('run in a home whose data directory is relative', async () => {
  const home = openLocal({
    ...{ service: 'analysis', queues: [], database: join(folder, 'a.db') },
    environment: { PATH: process.env['PATH'], AI_CLI_PROVIDER_A: '/bin/echo' },
    directory: relative('.', join(folder, 'data')),
  });
  onTestFinished(() => home.close());
  const question = { provider: 'provider_a', model: 'm', prompt: '', timeoutMilliseconds: 30_000 };
  expect((await home.ai.ask(question)).text).not.toBe('');
});
