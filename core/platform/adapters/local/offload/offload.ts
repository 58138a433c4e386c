import { availableParallelism } from 'node:os';
import { Failure } from '../../../failure.ts';
import type { Offload, OffloadedWork } from '../../../ports/programs/offload.ts';
import type { ChildAnswer } from './child.ts';
import { startChild, type Child } from './process.ts';

interface OffloadOptions {
  /** The most children at once. Default: 2, on one core 1. Each takes about 80 MB. */
  readonly children?: number;
  /** Heap limit of a child. */
  readonly memoryMegabytes?: number;
  /** A child without work ends after this time. Default: 30 seconds. */
  readonly idleMilliseconds?: number;
}

interface Waiting {
  readonly work: OffloadedWork;
  settle(answer: ChildAnswer | Failure): void;
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
  const waiting: Waiting[] = [];
  /** Used last in, first out. */
  const idle: { readonly child: Child; readonly end: NodeJS.Timeout }[] = [];
  const all = new Set<Child>();
  const running = new Set<() => Promise<void>>();
  let isClosed = false;

  return {
    async run<Output>(work: OffloadedWork): Promise<Output> {
      if (isClosed || work.signal?.aborted) throw aborted();
      const answer = await queued(work);
      if (answer instanceof Failure) throw answer;
      if ('problem' in answer) throw new Failure('upstream', 'failed', answer.problem);
      return answer.output as Output;
    },

    async close() {
      isClosed = true;
      for (const entry of waiting.splice(0)) entry.settle(aborted());
      await Promise.all([...running].map((abort) => abort()));
      await Promise.all([...all].map((child) => child.kill()));
    },
  };

  function queued(work: OffloadedWork): Promise<ChildAnswer | Failure> {
    return new Promise((resolve) => {
      const leave = () => {
        const at = waiting.indexOf(entry);
        if (at === -1) return;
        waiting.splice(at, 1);
        entry.settle(aborted());
      };
      const entry: Waiting = {
        work,
        settle(answer) {
          work.signal?.removeEventListener('abort', leave);
          resolve(answer);
        },
      };
      work.signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      proceed();
    });
  }

  function proceed(): void {
    while (!isClosed && (idle.length > 0 || mayStart())) {
      const entry = waiting.shift();
      if (!entry) return;
      const ready = idle.pop();
      clearTimeout(ready?.end);
      const child = ready?.child ?? start();
      void compute(child, entry.work).then((answer) => entry.settle(answer));
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

  /** Removes an idle child, so that it gets no more work. */
  function retire(child: Child): void {
    const at = idle.findIndex((each) => each.child === child);
    if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.end);
  }

  async function compute(child: Child, work: OffloadedWork): Promise<ChildAnswer | Failure> {
    const { module, input, timeoutMilliseconds, signal } = work;
    let end: Failure | undefined;
    const endWith = (failure: Failure) => {
      end ??= failure;
      return child.kill();
    };
    const abort = () => endWith(aborted());
    const onAbort = () => void abort();
    let timer: NodeJS.Timeout | undefined;
    const onBegin = () => {
      timer = setTimeout(() => {
        const text = `No answer within ${timeoutMilliseconds / 1000} s`;
        void endWith(new Failure('upstream', 'timed_out', text));
      }, timeoutMilliseconds);
    };
    running.add(abort);
    signal?.addEventListener('abort', onAbort, { once: true });
    const answer = await child.ask({ module, input }, onBegin);
    clearTimeout(timer);
    running.delete(abort);
    signal?.removeEventListener('abort', onAbort);
    if (end) await child.ended;
    else rest(child);
    return end ?? answer;
  }

  function rest(child: Child): void {
    if (!all.has(child)) return;
    const end = setTimeout(() => {
      retire(child);
      void child.kill();
    }, idleMilliseconds).unref();
    idle.push({ child, end });
    proceed();
  }
}

function aborted(): Failure {
  return new Failure('upstream', 'aborted', 'The work was aborted');
}
