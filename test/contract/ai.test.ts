import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLineAi } from '#core/ai/command-line-ai.ts';
import { isInstalled, programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { neutralFolder } from '#core/platform/adapters/local/programs/neutral-folder.ts';
import { keptPrograms } from '#core/platform/adapters/local/programs/kept-programs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { ProgramRun } from '#core/platform/ports/programs/programs.ts';
import { atEnd } from '#test/support/at-end.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { readCalls, scriptedCommand, type Rule } from '#test/support/ai/scripted-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { aiSuite, type AiWorld } from './ai-suite.ts';

/** Real time, except that `pass` moves it on and pauses between retries are short. */
function hastyClock(): Clock & { pass(milliseconds: number): void } {
  const clock = systemClock();
  const passing = new EventEmitter<{ pass: [milliseconds: number] }>().setMaxListeners(0);
  let ahead = 0;
  return {
    pass(milliseconds) {
      ahead += milliseconds;
      passing.emit('pass', milliseconds);
    },
    now: () => new Date(Date.now() + ahead),
    async sleep(milliseconds, signal) {
      const over = new AbortController();
      const onPass = (passed: number) => passed >= milliseconds && over.abort();
      passing.on('pass', onPass);
      const wait = milliseconds === 2_000 || milliseconds === 8_000 ? 20 : milliseconds;
      await clock.sleep(wait, AbortSignal.any(signal ? [signal, over.signal] : [over.signal]));
      passing.off('pass', onPass);
    },
  };
}

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

/** `isKept`: as in a service on a laptop, where calls outlive it. */
async function localWorld(isKept: boolean): Promise<AiWorld> {
  const { path: directory } = await temporaryFolder();
  const calls = join(directory, 'calls');
  let scripts = 0;
  return {
    directory,
    async ai(rules) {
      const file = join(directory, `script-${++scripts}.json`);
      const log = `${file}.log`;
      await writeFile(file, JSON.stringify({ rules, log }));
      const clock = hastyClock();
      const blobs = memoryBlobs();
      const running = () => {
        if (!isKept) return { run: programRunner({ clock, graceMilliseconds: 500 }) };
        const kept = keptPrograms({ directory: calls, clock });
        atEnd(() => kept.close());
        // Each call, and not only those whose answers are stored, goes the same way.
        const each = () => ({ keep: { name: randomBytes(32).toString('hex'), work: '' } });
        return { run: (run: ProgramRun) => kept.run({ ...each(), ...run }), kept };
      };
      const restart = () =>
        commandLineAi({
          environment: { ...environment, AI_CLI_PROVIDER_A: scriptedCommand(file) },
          clock,
          blobs,
          log: () => undefined,
          neutralFolder: neutralFolder(join(directory, 'neutral')),
          ...running(),
        });
      const pass = (milliseconds: number) => clock.pass(milliseconds);
      return { ai: restart(), calls: () => readCalls(log), restart, pass };
    },
  };
}

aiSuite('command line', () => localWorld(false));
aiSuite('command line that outlives its server', () => localWorld(true));

describe('command lines', async () => {
  const { path: directory } = await temporaryFolder();
  const clock = hastyClock();
  const logged: string[] = [];
  const neutral = neutralFolder(join(directory, 'neutral'));
  const open = (variables: Environment, standIn?: string[], blobs: Blobs = memoryBlobs()) =>
    commandLineAi({
      environment: { ...environment, ...variables },
      clock,
      blobs,
      log: (level, message, fields) => logged.push(JSON.stringify([level, message, fields])),
      run: programRunner({ clock }),
      neutralFolder: neutral,
      ...(standIn ? { standIn, isInstalled } : {}),
    });
  const script = async (rules: Rule[]) => {
    const file = join(directory, `script-${rules.length}-${JSON.stringify(rules).length}.json`);
    await writeFile(file, JSON.stringify({ rules }));
    return scriptedCommand(file);
  };
  const question = (provider: string) => ({
    ...{ provider, model: 'm', prompt: 'What?', directory, timeoutMilliseconds: 20_000 },
  });

  it.each([
    ['provider_a', "provider_a (m): 'claude' not found in PATH"],
    ['provider_b', "provider_b (m): 'gemini' not found in PATH"],
    ['provider_c', "provider_c (m): 'agent' not found in PATH"],
  ])('says that %s is not installed', async (provider, message) => {
    const ai = open({ PATH: directory });
    await expect(ai.ask(question(provider))).rejects.toThrow(message);
    expect(await ai.unavailable(provider, 'm')).toBe(message);
  });

  it('lets the stand-in answer for the provider `offline`, and for no chosen one', async () => {
    const words = (await script([{ text: 'extracted' }])).match(/'[^']*'/g) ?? [];
    const standIn = words.map((word) => word.slice(1, -1));
    const ai = open({ PATH: directory, AI_CLI_PROVIDER_B: 'absent-program' }, standIn);
    expect(await ai.ask({ ...question('offline'), model: '' })).toMatchObject({
      text: 'extracted',
    });
    expect(await ai.unavailable('offline', '')).toBe(undefined);
    await expect(ai.ask(question('provider_a'))).rejects.toThrow("'claude' not found");
    expect(await ai.unavailable('provider_a', 'm')).toMatch(/'claude' not found/);
    await expect(ai.ask(question('provider_b'))).rejects.toThrow("'absent-program' not found");
    await expect(open({ PATH: directory }).ask(question('offline'))).rejects.toThrow(
      'not part of this installation',
    );
  });

  it('hands on nothing of the server but the short list (S9, S10)', async () => {
    const canaries = {
      ADMIN_KEY: 'canary-admin-key-0001',
      AWS_SECRET_ACCESS_KEY: 'canary-aws-0002',
      GEMINI_API_KEY: 'canary-other-provider-0003',
      NODE_OPTIONS: '--canary-0004',
      DATABASE_URL: 'canary-0005',
    };
    const own = { ANTHROPIC_API_KEY: 'own-key-0006', https_proxy: 'http://proxy.test:3128' };
    const ai = open({
      ...canaries,
      ...own,
      TERM: 'dumb',
      AI_CLI_PROVIDER_A: await script([{ environment: true }]),
    });
    const seen = JSON.parse((await ai.ask(question('provider_a'))).text) as Environment;
    // What it says of our secrets does not come back.
    expect(seen).toMatchObject({
      ...own,
      ANTHROPIC_API_KEY: '***',
      PATH: environment.PATH,
      HOME: environment.HOME,
    });
    const names = Object.keys(seen).filter((name) => !name.startsWith('GIT_'));
    expect(names.sort()).toEqual([
      'ANTHROPIC_API_KEY',
      'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
      'DISABLE_AUTOUPDATER',
      'DISABLE_TELEMETRY',
      'HOME',
      'PATH',
      'TERM',
      'https_proxy',
    ]);
    expect(JSON.stringify(seen)).not.toContain('canary');
  });

  it('pays once for an answer that could not be stored (R1)', async () => {
    const log = join(directory, 'paid.log');
    const file = join(directory, 'paid.json');
    await writeFile(file, JSON.stringify({ rules: [{ text: 'costly' }], log }));
    const kept = keptPrograms({ directory: join(directory, 'calls'), clock });
    const blobs = memoryBlobs();
    const put = () => Promise.reject(new Error('no space left'));
    const variables = { ...environment, AI_CLI_PROVIDER_A: scriptedCommand(file) };
    const quiet = { environment: variables, clock, log: () => {}, neutralFolder: neutral };
    const needs = { ...quiet, run: kept.run, kept };
    const asked = { ...question('provider_a'), inputHash: 'sha-1' };
    const before = commandLineAi({ ...needs, blobs: { ...blobs, put } });
    expect((await before.ask(asked)).text).toBe('costly');
    const after = commandLineAi({ ...needs, blobs });
    expect((await after.ask(asked)).text).toBe('costly');
    expect(readCalls(log)).toHaveLength(1);
    expect(await after.ask(asked)).toMatchObject({ text: 'costly', reused: true });
    kept.close();
  });

  it('stores an answer that was paid for before an abort is heard (R1)', async () => {
    const blobs = memoryBlobs();
    const storing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const put: typeof blobs.put = async (...all) => {
      storing.resolve();
      await goOn.promise;
      return blobs.put(...all);
    };
    const ai = open({ AI_CLI_PROVIDER_A: await script([{ text: 'paid' }]) }, undefined, {
      ...blobs,
      put,
    });
    const stop = new AbortController();
    const asking = ai.ask({ ...question('provider_a'), inputHash: 'sha-3', signal: stop.signal });
    await storing.promise;
    stop.abort();
    goOn.resolve();
    expect((await asking).text).toBe('paid');
    expect(blobs.files.size).toBe(1);
  });

  it('leaves a call that it was closed under to the next one (R1)', async () => {
    const log = join(directory, 'left.log');
    const file = join(directory, 'left.json');
    const gate = join(directory, 'left.gate');
    const rules = [{ text: 'late', gate }];
    await writeFile(file, JSON.stringify({ rules, log }));
    const variables = { ...environment, AI_CLI_PROVIDER_A: scriptedCommand(file) };
    const quiet = { environment: variables, clock, log: () => {}, neutralFolder: neutral };
    const needs = { ...quiet, blobs: memoryBlobs() };
    const asked = { ...question('provider_a'), inputHash: 'sha-2' };
    const open = () => keptPrograms({ directory: join(directory, 'calls'), clock });
    const first = open();
    const asking = commandLineAi({ ...needs, run: first.run, kept: first }).ask(asked);
    asking.catch(() => undefined);
    await expect.poll(() => readCalls(log)).toHaveLength(1);
    first.close();
    await expect(asking).rejects.toMatchObject({ code: 'aborted' });
    await writeFile(gate, '');
    const next = open();
    const answer = await commandLineAi({ ...needs, run: next.run, kept: next }).ask(asked);
    expect(answer.text).toBe('late');
    expect(readCalls(log)).toHaveLength(1);
    next.close();
  });

  it('repeats no credential in its messages (S10)', async () => {
    const key = 'own-key-that-leaks-0007';
    const word = 'hunter2hunter2';
    const ai = open({
      ANTHROPIC_API_KEY: key,
      AI_CLI_PROVIDER_A: await script([
        { exit: 1, stderr: `the key ${key} is bad, 503, password=${word}` },
      ]),
    });
    await expect(ai.ask(question('provider_a'))).rejects.toThrow(
      'the key *** is bad, 503, password=***',
    );
    expect(logged.join('\n')).not.toContain(key);
    expect(logged.join('\n')).not.toContain(word);
  });
});
