import { createHash } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Log } from '#core/platform/ports/log.ts';

export type StoredAnswer = Omit<AiAnswer, 'reused'>;

export interface AnswerKey {
  readonly provider: string;
  readonly model: string;
  /** Program and arguments: another program gives another answer. */
  readonly command: readonly string[];
  readonly prompt: string;
  readonly inputHash: string;
}

const folder = 'ai/answers/';

type Ask = (signal: AbortSignal, hash: string) => Promise<StoredAnswer>;

export interface Answers {
  /** Returns the stored answer, else the answer of a running call, else calls `ask` with the
   * question's hash and stores its answer, if it is acceptable. A caller that aborts stops waiting; the run is stopped
   * when no caller waits any more. */
  once(key: AnswerKey, ask: Ask, options?: Options): Promise<AiAnswer>;
}

interface Options extends Storing {
  readonly signal?: AbortSignal | undefined;
}

interface Storing {
  /** False: the answer is only handed on to those who ask meanwhile. */
  readonly isStored?: boolean;
  readonly accepts?: ((text: string) => boolean) | undefined;
  /** Called with the hash after the answer was stored, or found not to be acceptable. */
  readonly afterwards?: (hash: string) => Promise<void>;
}

interface Run {
  readonly answer: Promise<{ stored: StoredAnswer; reused: boolean }>;
  readonly stop: AbortController;
  /** The model has answered; the answer is being stored. */
  readonly isPaid: () => boolean;
  waiting: number;
}

interface Needs {
  readonly blobs: Blobs;
  readonly log: Log;
}

export function answers({ blobs, log }: Needs): Answers {
  const runs = new Map<string, Run>();

  return {
    async once(key, ask, { signal, ...storing } = {}) {
      if (signal?.aborted) throw aborted();
      const hash = hashOf(key);
      let run = runs.get(hash);
      const joined = run !== undefined;
      if (!run) {
        run = begin(hash, ask, storing);
        runs.set(hash, run);
      }
      run.waiting++;
      try {
        const { stored, reused } = await orAborted(run, signal);
        return { ...stored, reused: reused || joined };
      } finally {
        if (--run.waiting === 0) {
          if (runs.get(hash) === run) runs.delete(hash);
          run.stop.abort(signal?.reason ?? 'nobody waits');
        }
      }
    },
  };

  function begin(
    hash: string,
    ask: Ask,
    { isStored = true, accepts = () => true, afterwards }: Storing,
  ): Run {
    const name = `${folder}${hash.slice(0, 2)}/${hash}.json`;
    const stop = new AbortController();
    let isPaid = false;
    const answer = (async () => {
      const cached = isStored ? await find(name) : undefined;
      if (cached && accepts(cached.text)) return { stored: cached, reused: true };
      const stored = await ask(stop.signal, hash);
      isPaid = true;
      if (!isStored) return { stored, reused: false };
      try {
        if (accepts(stored.text)) await blobs.put(name, JSON.stringify(stored), { isCache: true });
        await afterwards?.(hash);
      } catch (error) {
        // The answer is paid for: it is returned even if it cannot be stored.
        log('WARNING', 'an AI answer could not be stored', { name, error: String(error) });
      }
      return { stored, reused: false };
    })();
    answer.catch(() => undefined);
    return { answer, stop, isPaid: () => isPaid, waiting: 0 };
  }

  async function find(name: string): Promise<StoredAnswer | undefined> {
    const blob = await blobs.get(name);
    if (!blob) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of blob.body) chunks.push(chunk);
    try {
      const stored = JSON.parse(Buffer.concat(chunks).toString('utf8')) as StoredAnswer;
      if (typeof stored.text === 'string') return stored;
    } catch {
      // Not JSON: the question is asked again and the answer overwritten.
    }
    log('WARNING', 'a stored AI answer is not readable', { name });
    return undefined;
  }
}

/** Deletes answers stored before the moment; returns their number. */
export async function forgetAnswers(needs: { blobs: Blobs }, before: Date): Promise<number> {
  let forgotten = 0;
  for await (const { key, modified } of needs.blobs.list(folder)) {
    if (modified >= before) continue;
    await needs.blobs.delete(key);
    forgotten++;
  }
  return forgotten;
}

export function aborted() {
  return new Failure('upstream', 'aborted', 'The question was aborted');
}

function hashOf({ provider, model, command, prompt, inputHash }: AnswerKey): string {
  const hash = createHash('sha256');
  // JSON separates the parts: different questions cannot have the same text.
  hash.update(JSON.stringify([provider, model, command, inputHash, prompt]));
  return hash.digest('hex');
}

/** An abort has no effect after the answer was paid for: the process could end before the answer is
 * stored. */
async function orAborted({ answer, isPaid }: Run, signal: AbortSignal | undefined) {
  if (!signal) return answer;
  const interruption = Promise.withResolvers<never>();
  const leave = () => {
    if (!isPaid()) interruption.reject(aborted());
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([answer, interruption.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
