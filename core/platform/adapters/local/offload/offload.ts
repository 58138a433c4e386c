import { availableParallelism } from 'node:os';
import { Failure } from '../../../failure.ts';
import type { Offload, OffloadedWork } from '../../../ports/programs/offload.ts';
import { startChild, type Child } from './process.ts';

interface OffloadOptions {
  /** The most children at once. Default: 2, on one core 1. Each takes about 80 MB. */
  readonly children?: number;
  /** Heap limit of a child. */
  readonly memoryMegabytes?: number;
  /** A child without work ends after this time. Default: 30 seconds. */
  readonly idleMilliseconds?: number;
}

/** A second child needs half a second to load its modules: the first one does less work sooner. */
const worthAnother = 4;

/**
 * Child processes, started when there is work and kept for a while. Not worker threads: one that
 * ran out of memory ended the whole process about every ninth time (Node 24, resourceLimits).
 */
export function childOffload({
  children = Math.min(2, availableParallelism()),
  memoryMegabytes = 1_024,
  idleMilliseconds = 30_000,
}: OffloadOptions = {}): Offload {
  const waiting: ((child: Child) => void)[] = [];
  /** Used last in, first out. */
  const idle = new Map<Child, NodeJS.Timeout>();
  const all = new Set<Child>();
  const closing = new AbortController();

  return {
    async run<Output>(work: OffloadedWork): Promise<Output> {
      const stop = AbortSignal.any([closing.signal, ...(work.signal ? [work.signal] : [])]);
      const child = await place(stop);
      try {
        const answer = await compute(child, work, stop);
        if ('problem' in answer) throw new Failure('upstream', 'failed', answer.problem);
        return answer.output as Output;
      } finally {
        rest(child);
      }
    },

    async close() {
      closing.abort();
      await Promise.all([...all].map((child) => child.kill()));
    },
  };

  async function place(stop: AbortSignal): Promise<Child> {
    if (stop.aborted) throw aborted();
    const { promise, resolve, reject } = Promise.withResolvers<Child>();
    const leave = () => {
      const at = waiting.indexOf(resolve);
      if (at !== -1) waiting.splice(at, 1);
      reject(aborted());
    };
    stop.addEventListener('abort', leave, { once: true });
    waiting.push(resolve);
    proceed();
    return promise.finally(() => stop.removeEventListener('abort', leave));
  }

  function proceed(): void {
    while (waiting.length > 0) {
      const ready = [...idle.keys()].at(-1);
      if (!ready && !mayStart()) return;
      if (ready) retire(ready);
      waiting.shift()?.(ready ?? start());
    }
  }

  function mayStart(): boolean {
    return all.size === 0 || (all.size < children && waiting.length >= worthAnother);
  }

  function start(): Child {
    const child = startChild(memoryMegabytes);
    all.add(child);
    void child.ended.then(() => {
      all.delete(child);
      retire(child);
      proceed();
    });
    return child;
  }

  /** An idle child gets no more work. */
  function retire(child: Child): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  async function compute(child: Child, work: OffloadedWork, stop: AbortSignal) {
    const { module, input, timeoutMilliseconds } = work;
    let end: Failure | undefined;
    const endWith = (failure: Failure) => {
      end ??= failure;
      void child.kill();
    };
    const abort = () => endWith(aborted());
    const timer = setTimeout(() => {
      const text = `No answer within ${timeoutMilliseconds / 1000} s`;
      endWith(new Failure('upstream', 'timed_out', text));
    }, timeoutMilliseconds);
    stop.addEventListener('abort', abort, { once: true });
    if (stop.aborted) abort();
    const answer = await child.ask({ module, input });
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
    if (end) await child.ended;
    const failure = end ?? answer;
    if (failure instanceof Failure) throw failure;
    return failure;
  }

  function rest(child: Child): void {
    if (!all.has(child)) return;
    const end = () => {
      retire(child);
      void child.kill();
    };
    idle.set(child, setTimeout(end, idleMilliseconds).unref());
    proceed();
  }
}

function aborted(): Failure {
  return new Failure('upstream', 'aborted', 'The work was aborted');
}
