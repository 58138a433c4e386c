import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { keptPrograms, type KeptPrograms } from '#core/platform/adapters/local/kept-programs.ts';
import { markOf, type ProcessMark } from '#core/platform/adapters/local/process-mark.ts';
import { runRecords, type Claim } from '#core/platform/adapters/local/run-records.ts';
import type { ProgramRun } from '#core/platform/ports.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const child = fileURLToPath(new URL('../../support/programs-child.ts', import.meta.url));
/** Notes its number, and answers when the gate is open. */
const atGate = 'echo $$ >> log; until [ -e gate ]; do sleep 0.02; done; cat; echo " seen"';
/** Two in a group that do not heed SIGTERM. */
const stubborn = `trap : TERM; /bin/sh -c 'trap : TERM; ${atGate}' & ${atGate}`;
const nobody: ProcessMark = { pid: 4_194_300, began: '1' };

let folder: string;
let calls: string;
let remove: () => Promise<void>;
const open: KeptPrograms[] = [];

beforeEach(async () => {
  ({ path: folder, remove } = await temporaryFolder());
  calls = join(folder, 'calls');
});

afterEach(async () => {
  const keepers = runRecords(calls)
    .names()
    .map((name) => claimed(name)?.keeper.pid);
  for (const programs of open.splice(0)) programs.close();
  for (const pid of begun()) killGroup(pid);
  // They write what nobody has let go of.
  await eventually(() => keepers.some(isAlive)).toBe(false);
  await remove();
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
    keep: { name: 'a1', work: 'gen_1' },
    ...fields,
  };
}

/** Numbers of the programs that have begun. */
function begun(): number[] {
  const text = readFileSync(join(folder, 'log'), { encoding: 'utf8', flag: 'a+' });
  return text.split('\n').filter(Boolean).map(Number);
}

function files(): string[] {
  return existsSync(calls) ? readdirSync(calls).sort() : [];
}

function claimed(name: string): Claim | undefined {
  const claim = runRecords(calls).findClaim(name);
  return claim === 'unreadable' ? undefined : claim;
}

function isAlive(pid: number | undefined): boolean {
  return pid !== undefined && markOf(pid) !== undefined;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
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

const eventually = <Seen>(look: () => Seen) => expect.poll(look, { timeout: 20_000, interval: 10 });
const hasBegun = () => begun().length === 1;
const hasResult = () => eventually(files).toContain('a1.result');

describe('a program whose server was killed', () => {
  it('goes on, and answers to the next one that asks (R1)', async () => {
    await killedServer(runOf(atGate), hasBegun);
    const next = programs();
    const asking = next.run(runOf(atGate));
    openGate();
    const answer = { end: 'exited', code: 0, stdout: 'prompt seen\n', stderr: '' };
    expect(await asking).toEqual(answer);
    expect(begun()).toHaveLength(1);
    await next.release('a1');
    await eventually(files).toEqual([]);
  });

  it('has its answer kept when it ends before the next one asks (R1)', async () => {
    await killedServer(runOf(atGate), hasBegun);
    const keeper = claimed('a1')?.keeper.pid;
    expect(isAlive(keeper)).toBe(true);
    openGate();
    await eventually(() => isAlive(keeper)).toBe(false);
    expect((await programs().run(runOf(atGate))).stdout).toBe('prompt seen\n');
    expect(begun()).toHaveLength(1);
  });

  it('has its answer kept when the server had it and did not store it (R1)', async () => {
    openGate();
    expect(await killedServer(runOf(atGate), (said) => said !== '')).toBe('exited 0\n');
    expect((await programs().run(runOf(atGate))).stdout).toBe('prompt seen\n');
    expect(begun()).toHaveLength(1);
  });

  it('has its failure kept, and runs again once that is let go', async () => {
    const script = 'echo $$ >> log; until [ -e gate ]; do sleep 0.02; done; echo bad >&2; exit 7';
    await killedServer(runOf(script), hasBegun);
    openGate();
    await hasResult();
    const next = programs();
    expect(await next.run(runOf(script))).toMatchObject({ code: 7, stderr: 'bad\n' });
    await next.release('a1');
    expect(await next.run(runOf(script))).toMatchObject({ code: 7 });
    expect(begun()).toHaveLength(2);
  });

  it('may print no more than the limit', async () => {
    const flood = 'echo $$ >> log; until [ -e gate ]; do sleep 0.02; done; exec cat /dev/zero';
    await killedServer(runOf(flood), hasBegun);
    openGate();
    await hasResult();
    expect(isAlive(begun()[0])).toBe(false);
    expect((await programs().run(runOf(flood))).end).toBe('too-large');
  });

  it('is killed when its time is over, whoever is there', async () => {
    await killedServer(runOf(stubborn, { timeoutMilliseconds: 700 }), () => begun().length === 2);
    await hasResult();
    expect(begun().map(isAlive)).toEqual([false, false]);
    expect((await programs().run(runOf(stubborn))).end).toBe('timed-out');
    expect(begun()).toHaveLength(2);
  });

  it.each([
    ['aborted', 30_000],
    ['timed-out', 300],
  ])('ends with its group when the next one ends it: %s', async (end, timeoutMilliseconds) => {
    await killedServer(runOf(stubborn), () => begun().length === 2);
    const stop = new AbortController();
    const asking = programs().run(runOf(stubborn, { timeoutMilliseconds, signal: stop.signal }));
    if (end === 'aborted') stop.abort();
    expect((await asking).end).toBe(end);
    expect(begun().map(isAlive)).toEqual([false, false]);
    expect(files()).toEqual([]);
  });

  it('ends when nobody will ask, and no other does', async () => {
    const other = { name: 'b2', work: 'gen_2' };
    await killedServer(runOf(atGate), hasBegun);
    await killedServer(runOf(atGate, { keep: other }), () => begun().length === 2);
    const next = programs();
    expect([...(await next.works())].sort()).toEqual(['gen_1', 'gen_2']);
    await next.abandon('gen_1');
    await eventually(() => begun().map(isAlive)).toEqual([false, true]);
    await eventually(() => next.works()).toEqual(['gen_2']);
    openGate();
    expect(await next.run(runOf(atGate, { keep: other }))).toMatchObject({ code: 0 });
    await next.abandon('gen_2');
    expect(files()).toEqual([]);
  });
});

describe('a claim of a process that is gone', () => {
  const left = (claim: Partial<Claim>) =>
    runRecords(calls).claim('a1', { work: 'gen_1', keeper: nobody, ...claim });

  it('is taken over when the program was not started', async () => {
    left({});
    openGate();
    expect(await programs().run(runOf(atGate))).toMatchObject({ code: 0 });
    expect(begun()).toHaveLength(1);
  });

  it.each(['', '{"work":"gen', '{}'])(
    'is taken over when it was written in part: %j',
    async (text) => {
      left({});
      writeFileSync(join(calls, 'a1.claim'), text);
      openGate();
      expect(await programs().run(runOf(atGate))).toMatchObject({ code: 0 });
    },
  );

  it('is taken over when somebody else has its number, who is left alone', async () => {
    const stranger = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    await once(stranger, 'spawn');
    const real = markOf(stranger.pid as number) as ProcessMark;
    left({ keeper: { ...real, began: 'earlier' }, program: { ...real, began: 'earlier' } });
    openGate();
    expect(await programs().run(runOf(atGate))).toMatchObject({ code: 0 });
    expect(isAlive(stranger.pid)).toBe(true);
  });

  it('is taken over, and what it left running is killed', async () => {
    const rest = spawn('/bin/sleep', ['60'], { detached: true, stdio: 'ignore' });
    await once(rest, 'spawn');
    left({ program: markOf(rest.pid as number) as ProcessMark });
    openGate();
    expect(await programs().run(runOf(atGate))).toMatchObject({ code: 0 });
    await eventually(() => rest.signalCode).toBe('SIGKILL');
  });

  it('goes after a day, and a younger one stays', async () => {
    left({});
    runRecords(calls).claim('b2', { work: 'gen_2', keeper: nobody });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(join(calls, 'a1.claim'), yesterday, yesterday);
    openGate();
    await programs().run(runOf(atGate, { keep: { name: 'c3', work: '' } }));
    await eventually(files).toEqual(['b2.claim', 'c3.claim', 'c3.result']);
  });
});

describe('programs that are kept', () => {
  it('are ours when one of their name has ended before', async () => {
    const here = programs();
    const stop = new AbortController();
    const first = here.run(runOf(atGate, { signal: stop.signal }));
    await eventually(() => begun().length).toBe(1);
    const second = here.run(runOf(atGate));
    stop.abort();
    expect(await first).toMatchObject({ end: 'aborted' });
    await eventually(() => begun().length).toBe(2);
    expect(await here.works()).toEqual([]);
    openGate();
    expect(await second).toMatchObject({ code: 0 });
  });

  it('run once for two who ask the same', async () => {
    const [one, other] = [programs(), programs()];
    const asking = [one.run(runOf(atGate)), other.run(runOf(atGate)), one.run(runOf(atGate))];
    await eventually(hasBegun).toBe(true);
    openGate();
    const answers = await Promise.all(asking);
    expect(answers.map(({ stdout }) => stdout)).toEqual(Array(3).fill('prompt seen\n'));
    expect(begun()).toHaveLength(1);
  });

  it('run again when the process that keeps them is killed', async () => {
    const here = programs();
    const asking = here.run(runOf(atGate));
    await eventually(hasBegun).toBe(true);
    await eventually(() => claimed('a1')?.program?.pid).toBe(begun()[0]);
    process.kill((claimed('a1') as Claim).keeper.pid, 'SIGKILL');
    await eventually(begun).toHaveLength(2);
    await eventually(() => claimed('a1')?.program?.pid).toBe(begun()[1]);
    openGate();
    expect(await asking).toMatchObject({ end: 'exited', code: 0 });
    expect(isAlive(begun()[0])).toBe(false);
  });

  it('are not given up by this server', async () => {
    const here = programs();
    const asking = here.run(runOf(atGate));
    await eventually(hasBegun).toBe(true);
    await here.abandon('gen_1');
    expect(await here.works()).toEqual([]);
    openGate();
    expect(await asking).toMatchObject({ code: 0 });
  });

  it('leave nothing when they are aborted', async () => {
    const stop = new AbortController();
    const asking = programs().run(runOf(atGate, { signal: stop.signal }));
    await eventually(hasBegun).toBe(true);
    stop.abort();
    expect((await asking).end).toBe('aborted');
    expect([isAlive(begun()[0]), files()]).toEqual([false, []]);
  });

  it('are known to their owner alone, and by nothing secret (S10)', async () => {
    const input = 'canary-prompt-0001';
    const environment = { PATH: '/usr/bin:/bin', ANTHROPIC_API_KEY: 'canary-key-0002' };
    const asking = programs().run(runOf(atGate, { input, environment }));
    await eventually(() => claimed('a1')?.program).toBeDefined();
    expect(readFileSync(join(calls, 'a1.claim'), 'utf8')).not.toContain('canary');
    const keeper = claimed('a1')?.keeper.pid;
    if (process.platform === 'linux') {
      for (const kind of ['cmdline', 'environ']) {
        expect(readFileSync(`/proc/${keeper}/${kind}`, 'utf8')).not.toContain('canary');
      }
    }
    openGate();
    await asking;
    await hasResult();
    const modes = ['', 'a1.claim', 'a1.result'].map((file) => statSync(join(calls, file)).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  it('run where no claim can be written', async () => {
    writeFileSync(calls, 'a file where the folder should be');
    openGate();
    expect(await programs().run(runOf(atGate))).toMatchObject({ code: 0 });
  });

  it('need no process while nothing runs', async () => {
    const options = { directory: calls, clock: systemClock(), idleMilliseconds: 20 };
    const here = keptPrograms(options);
    open.push(here);
    openGate();
    for (let each = 0; each < 2; each += 1) {
      expect(await here.run(runOf(atGate))).toMatchObject({ code: 0 });
      const keeper = claimed('a1')?.keeper.pid;
      await here.release('a1');
      await eventually(() => [isAlive(keeper), files()]).toEqual([false, []]);
    }
  });
});
