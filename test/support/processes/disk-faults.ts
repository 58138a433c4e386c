import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The fault of one step that changes the disk: an error code, the end of the process, or
 * what is done at the step. */
export interface DiskFault {
  /** Counts only steps below this folder. */
  readonly directory: string;
  /** The number of the step, from 1. */
  readonly at: number;
  /** How many steps in a row fail; default 1. */
  readonly count?: number;
  readonly how:
    | ('EIO' | 'ENOSPC' | 'kill')
    | { readonly atOnce: () => void }
    /** In this process: not at steps that block it, which are not counted then. */
    | { readonly meanwhile: () => Promise<void> };
  /** The fault comes before the step, or after it but before its result. */
  readonly when: 'before' | 'after';
}

type Step = (...given: unknown[]) => unknown;

const named = ['rename', 'link', 'symlink', 'unlink', 'mkdir', 'rmdir', 'rm'] as const;
const atOnce = [...named.map((name) => `${name}Sync`), 'writeFileSync', 'futimesSync'];
/** With a callback. */
const ofThreads = ['writeFile', 'fsync'] as const;
const ofHandles = ['write', 'writeFile', 'sync', 'datasync', 'truncate', 'utimes'] as const;

/** Makes one step of node:fs or node:fs/promises fail in this process until disposed, for every module
 * that imported its functions. `steps()` is the number of counted steps. */
export async function diskFault(fault: DiskFault): Promise<Disposable & { steps(): number }> {
  const { directory, at, count = 1, how, when } = fault;
  let steps = 0;
  const undo: (() => void)[] = [];
  const ours = new WeakSet<object>();
  const descriptors = new Set<unknown>();
  const isOurs = (path: unknown) => typeof path === 'string' && path.startsWith(directory);

  function isNextHit(): boolean {
    const here = ++steps;
    return here >= at && here < at + count;
  }

  async function step(run: () => unknown): Promise<unknown> {
    const isHit = isNextHit();
    if (isHit && when === 'before') await strike(fault);
    const result = await run();
    if (isHit && when === 'after') await strike(fault);
    return result;
  }

  function stepAtOnce<Result>(run: () => Result): Result {
    const isHit = !(typeof how === 'object' && 'meanwhile' in how) && isNextHit();
    if (isHit && when === 'before') void strike(fault);
    const result = run();
    if (isHit && when === 'after') void strike(fault);
    return result;
  }

  function replace(owner: Record<string, Step>, name: string, make: (original: Step) => Step) {
    const original = owner[name];
    if (!original) throw new Error(`no ${name}`);
    owner[name] = make(original);
    undo.push(() => (owner[name] = original));
  }

  const promises = fs.promises as unknown as Record<string, Step>;
  for (const name of named) {
    replace(promises, name, (original) => (...given) => {
      const run = () => original(...given);
      return given.slice(0, 2).some(isOurs) ? step(run) : run();
    });
  }
  replace(promises, 'open', (original) => async (...given) => {
    const open = async () => {
      const handle = (await original(...given)) as object;
      if (isOurs(given[0])) ours.add(handle);
      return handle;
    };
    // If open() succeeded and still failed for its caller, no code could close the file.
    const isCounted = String(given[1]).startsWith('w') && (how === 'kill' || when === 'before');
    return isOurs(given[0]) && isCounted ? step(open) : open();
  });
  const sample = await fs.promises.open('/dev/null');
  const prototype = Object.getPrototypeOf(sample) as Record<string, Step>;
  await sample.close();
  for (const name of ofHandles) {
    replace(
      prototype,
      name,
      (original) =>
        function (this: object, ...given) {
          const run = () => original.apply(this, given);
          return ours.has(this) ? step(run) : run();
        },
    );
  }
  const whole = fs as unknown as Record<string, Step>;
  for (const name of atOnce) {
    replace(whole, name, (original) => (...given) => {
      const run = () => original(...given);
      const isCounted = descriptors.has(given[0]) || given.slice(0, 2).some(isOurs);
      return isCounted ? stepAtOnce(run) : run();
    });
  }
  replace(whole, 'openSync', (original) => (...given) => {
    const isWritten = String(given[1]).startsWith('w');
    const isCounted = isWritten && (how === 'kill' || when === 'before');
    const open = () => original(...given);
    const file = isOurs(given[0]) && isCounted ? stepAtOnce(open) : open();
    if (isOurs(given[0])) descriptors.add(file);
    else descriptors.delete(file);
    return file;
  });
  for (const name of ofThreads) {
    replace(whole, name, (original) => (...given) => {
      if (!descriptors.has(given[0])) return original(...given);
      const tell = given.pop() as (error: unknown) => void;
      const run = () => new Promise((resolve) => original(...given, resolve));
      void step(run).then((error) => tell(error), tell);
    });
  }
  syncBuiltinESMExports();

  return {
    steps: () => steps,
    [Symbol.dispose]() {
      for (const restore of undo.splice(0).reverse()) restore();
      syncBuiltinESMExports();
    },
  };
}

function strike({ how }: DiskFault): void | Promise<void> {
  if (typeof how === 'object') return 'atOnce' in how ? how.atOnce() : how.meanwhile();
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error(`${how}: made for a test`), { code: how });
}
