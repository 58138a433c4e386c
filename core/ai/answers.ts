import { createHash } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { AiAnswer, Blobs, Log } from '#core/platform/ports.ts';

export type StoredAnswer = Omit<AiAnswer, 'reused'>;

export interface AnswerKey {
  readonly provider: string;
  readonly model: string;
  /** The words of the command line: another program's answer is another answer. */
  readonly command: readonly string[];
  readonly prompt: string;
  readonly inputHash: string;
}

const folder = 'ai/answers/';

export interface Answers {
  /** The stored answer, or that of a run under way, else of `ask`, which is stored unless it
   * fails. Who aborts leaves the others waiting; the last one to leave stops the run. */
  once(
    key: AnswerKey,
    ask: (signal: AbortSignal) => Promise<StoredAnswer>,
    signal?: AbortSignal,
  ): Promise<AiAnswer>;
}

interface Run {
  readonly answer: Promise<{ stored: StoredAnswer; reused: boolean }>;
  readonly stop: AbortController;
  waiting: number;
}

export function answers(needs: { blobs: Blobs; log: Log }): Answers {
  const { blobs, log } = needs;
  const runs = new Map<string, Run>();

  return {
    async once(key, ask, signal) {
      if (signal?.aborted) throw aborted();
      const name = nameOf(key);
      let run = runs.get(name);
      const joined = run !== undefined;
      if (!run) {
        run = begin(name, ask);
        runs.set(name, run);
      }
      run.waiting++;
      try {
        const { stored, reused } = await orAborted(run.answer, signal);
        return { ...stored, reused: reused || joined };
      } finally {
        if (--run.waiting === 0) {
          if (runs.get(name) === run) runs.delete(name);
          run.stop.abort();
        }
      }
    },
  };

  function begin(name: string, ask: (signal: AbortSignal) => Promise<StoredAnswer>): Run {
    const stop = new AbortController();
    const answer = (async () => {
      const found = await find(name);
      if (found) return { stored: found, reused: true };
      const stored = await ask(stop.signal);
      // It is paid: an answer that cannot be kept is still an answer.
      await blobs.put(name, JSON.stringify(stored)).catch((error: unknown) => {
        log('WARNING', 'an AI answer could not be stored', { name, error: String(error) });
      });
      return { stored, reused: false };
    })();
    answer.catch(() => undefined);
    return { answer, stop, waiting: 0 };
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
      // Falls through: it is asked again and written anew.
    }
    log('WARNING', 'a stored AI answer is not readable', { name });
    return undefined;
  }
}

/** Deletes answers stored before the moment; returns how many. Repeated: the rest. */
export async function forgetAnswers(needs: { blobs: Blobs }, before: Date): Promise<number> {
  let forgotten = 0;
  let cursor: string | undefined;
  do {
    const page = await needs.blobs.list(folder, cursor === undefined ? {} : { cursor });
    for (const { key, modified } of page.entries) {
      if (modified >= before) continue;
      await needs.blobs.delete(key);
      forgotten++;
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return forgotten;
}

export function aborted() {
  return new Failure('upstream', 'aborted', 'The question was aborted');
}

function nameOf({ provider, model, command, prompt, inputHash }: AnswerKey): string {
  const hash = createHash('sha256');
  // JSON keeps the parts apart: no two questions run together into one text.
  hash.update(JSON.stringify([provider, model, command, inputHash, prompt]));
  const hex = hash.digest('hex');
  return `${folder}${hex.slice(0, 2)}/${hex}.json`;
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(aborted());
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
