import type { Offload } from '../../../ports/programs/offload.ts';

/** Loads the offload at its first use: most functions compute nothing. */
export function lazyOffload(): Offload {
  let opened: Promise<Offload> | undefined;
  const open = () => (opened ??= import('./offload.ts').then(({ childOffload }) => childOffload()));
  return {
    run: async (work) => (await open()).run(work),
    close: async () => (await opened)?.close(),
  };
}
