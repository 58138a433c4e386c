import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Ai, AiQuestion } from '#core/platform/ports/programs/ai.ts';
import { allTests } from '#test/support/at-end.ts';
import type { Call, Rule } from '#test/support/ai/scripted-ai.ts';

export interface AiWorld {
  /** An Ai whose provider_a is the scripted AI; the same store after a `restart`. */
  ai(rules: Rule[]): Promise<Scripted>;
  readonly directory: string;
}

export interface Scripted {
  readonly ai: Ai;
  readonly calls: () => Call[];
  /** Another process with the same stores, asking the same script. */
  readonly restart: () => Ai;
  readonly pass: (milliseconds: number) => void;
}

/** What every Ai promises. `open` is called once for the suite. */
export function aiSuite(name: string, open: () => Promise<AiWorld>) {
  describe(`Ai: ${name}`, () => {
    const world = allTests(open);

    const question = (fields: Partial<AiQuestion> = {}): AiQuestion => ({
      provider: 'provider_a',
      model: 'm-1',
      prompt: 'What is it?',
      directory: world().directory,
      timeoutMilliseconds: 20_000,
      ...fields,
    });

    it('gives prompt, model and folder, and takes the answer', async () => {
      const { ai, calls } = await world().ai([{ text: 'A ✓ answer\n' }]);
      const answer = await ai.ask(question({ prompt: 'Grüße, 世界 🌍' }));
      expect(answer).toEqual({
        text: 'A ✓ answer\n',
        inputTokens: null,
        outputTokens: null,
        costUsd: null,
        reused: false,
      });
      expect(calls()).toMatchObject([
        { prompt: 'Grüße, 世界 🌍', arguments: ['--model', 'm-1'], directory: world().directory },
      ]);
    });

    it('carries a prompt of 5 MB', async () => {
      const { ai, calls } = await world().ai([{ text: 'long' }]);
      const prompt = `${'ä'.repeat(2_500_000)}end`;
      await ai.ask(question({ prompt }));
      expect(calls()[0]?.prompt === prompt).toBe(true);
    });

    it('reads tokens and cost where they are reported', async () => {
      const reported = {
        type: 'result',
        is_error: false,
        result: 'Yes',
        usage: { input_tokens: 3, cache_read_input_tokens: 40, output_tokens: 7 },
        total_cost_usd: 0.25,
      };
      const { ai } = await world().ai([{ json: reported }]);
      expect(await ai.ask(question())).toEqual({
        text: 'Yes',
        inputTokens: 43,
        outputTokens: 7,
        costUsd: 0.25,
        reused: false,
      });
    });

    it('takes bytes that are not UTF-8', async () => {
      const { ai } = await world().ai([
        { base64: Buffer.from([0x61, 0xff, 0x62]).toString('base64') },
      ]);
      expect((await ai.ask(question())).text).toBe('a\ufffdb');
    });

    const failures: [string, Rule, Partial<AiQuestion>, string, RegExp][] = [
      ['exit code', { exit: 3, stderr: 'no such model' }, {}, 'failed', /code 3: no such model$/],
      ['silence', { exit: 4 }, {}, 'failed', /exited with code 4$/],
      ['an error in the envelope', envelope(true), {}, 'failed', /exited with code 0: sorry$/],
      ['a flood', { bytes: 21 * 1024 * 1024, hang: true }, {}, 'failed', /more than the limit/],
      [
        'time-out',
        { hang: true },
        { timeoutMilliseconds: 600 },
        'timed_out',
        /^provider_a timed out after 0.01 minutes$/,
      ],
    ];
    it.each(failures)('fails on %s', async (_, rule, fields, code, message) => {
      const { ai } = await world().ai([rule]);
      const failing = ai.ask(question(fields));
      await expect(failing).rejects.toMatchObject({ kind: 'upstream', code });
      await expect(failing).rejects.toThrow(message);
    });

    const refused: [string, Partial<AiQuestion>][] = [
      ['an option as model', { model: '--dangerously-skip-permissions' }],
      ['NUL in the model', { model: 'a\0b' }],
      ['a second line in the model', { model: 'a\nb' }],
      ['no model', { model: '' }],
      ['an option as folder', { directory: '-rf' }],
      ['an unknown provider', { provider: 'provider_z' }],
    ];
    it.each(refused)('refuses %s before anything runs (S1)', async (_, fields) => {
      const { ai, calls } = await world().ai([{ text: 'never' }]);
      await expect(ai.ask(question(fields))).rejects.toMatchObject({ kind: 'invalid' });
      expect(calls()).toEqual([]);
    });

    it.each([
      ['abort', 'aborted'],
      ['time-out', 'timed_out'],
    ])('kills a stubborn group on %s', async (by, code) => {
      const rule: Rule = { hang: true, stubborn: true, grandchild: true };
      const { ai, calls, pass } = await world().ai([rule]);
      const stop = new AbortController();
      const timeoutMilliseconds = 600_000;
      const asking = ai.ask(question({ signal: stop.signal, timeoutMilliseconds }));
      asking.catch(() => undefined);
      await expect.poll(calls).toHaveLength(1);
      const [call] = calls() as [Call];
      expect([call.pid, call.grandchild].map(isAlive)).toEqual([true, true]);
      if (by === 'abort') stop.abort();
      else pass(timeoutMilliseconds);
      await expect(asking).rejects.toMatchObject({ kind: 'upstream', code });
      expect([call.pid, call.grandchild].map(isAlive)).toEqual([false, false]);
    });

    it('tries again when the cause may pass, and not for ever', async () => {
      const busy: Rule = { exit: 1, stderr: 'API Error: 529 overloaded_error' };
      const passing = await world().ai([{ ...busy, times: 2 }, { text: 'at last' }]);
      expect((await passing.ai.ask(question())).text).toBe('at last');
      const lasting = await world().ai([busy]);
      await expect(lasting.ai.ask(question())).rejects.toThrow('529');
      expect([passing.calls().length, lasting.calls().length]).toEqual([3, 3]);
    });

    it('remembers for 5 minutes that the provider answers, and no failure', async () => {
      const { ai, calls, pass } = await world().ai([
        { times: 1, text: 'OK' },
        { times: 1, exit: 7 },
        { text: 'OK' },
      ]);
      const check = () => ai.unavailable('provider_a', 'm-1');
      expect(await Promise.all([check(), check()])).toEqual([undefined, undefined]);
      // Real time passes as well.
      pass(240_000);
      expect(await check()).toBe(undefined);
      expect(calls()).toMatchObject([{ prompt: 'Reply with OK' }]);
      pass(61_000);
      expect(await check()).toBe('provider_a (m-1): exited with code 7');
      expect([await check(), await check()]).toEqual([undefined, undefined]);
      expect(calls()).toHaveLength(3);
    });

    it('pays once for the same question about the same input (R1)', async () => {
      const { ai, calls, restart } = await world().ai([{ text: 'costly' }]);
      const asked = question({ inputHash: 'sha-1' });
      const both = await Promise.all([ai.ask(asked), ai.ask(asked)]);
      const later = await restart().ask(asked);
      expect([...both, later].map(({ text }) => text)).toEqual(['costly', 'costly', 'costly']);
      expect(both.map(({ reused }) => reused).sort()).toEqual([false, true]);
      expect([later.reused, calls().length]).toEqual([true, 1]);
    });

    it('pays again for another model, prompt or input, and without an input', async () => {
      const { ai, calls } = await world().ai([{ text: 'costly' }]);
      const others: Partial<AiQuestion>[] = [
        { inputHash: 'sha-1' },
        { inputHash: 'sha-2' },
        { inputHash: 'sha-1', model: 'm-2' },
        { inputHash: 'sha-1', prompt: 'Why?' },
        {},
        {},
      ];
      for (const other of others) await ai.ask(question({ prompt: 'What else?', ...other }));
      expect(calls()).toHaveLength(others.length);
    });

    it('does not keep a failure', async () => {
      const { ai } = await world().ai([{ times: 1, exit: 1 }, { text: 'better' }]);
      const asked = question({ inputHash: 'sha-3' });
      await expect(ai.ask(asked)).rejects.toThrow();
      expect(await ai.ask(asked)).toMatchObject({ text: 'better', reused: false });
    });

    it('does not keep an answer that is not acceptable, whoever kept it', async () => {
      const { ai, restart } = await world().ai([
        { times: 1, text: 'prose' },
        { times: 1, text: 'prose again' },
        { text: '{}' },
      ]);
      const asked = question({ inputHash: 'sha-7' });
      const strict = { ...asked, accepts: (text: string) => text === '{}' };
      expect(await ai.ask(asked)).toMatchObject({ text: 'prose' });
      expect(await ai.ask(strict)).toMatchObject({ text: 'prose again', reused: false });
      expect(await restart().ask(strict)).toMatchObject({ text: '{}', reused: false });
      expect(await restart().ask(strict)).toMatchObject({ text: '{}', reused: true });
    });
  });
}

function envelope(failed: boolean): Rule {
  return { json: { type: 'result', is_error: failed, result: 'sorry' } };
}

/** A zombie is dead: where nobody reaps orphans it only keeps its number. */
function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid as number, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return process.platform !== 'linux';
  }
}
