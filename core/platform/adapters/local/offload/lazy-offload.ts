import type { Offload } from '../../../ports/offload.ts';

/** For a home that most functions open and few compute in: read at the first work. */
export function lazyOffload(): Offload {
  let opened: Promise<Offload> | undefined;
  const open = () => (opened ??= import('./offload.ts').then(({ childOffload }) => childOffload()));
  return {
    run: async (work) => (await open()).run(work),
    close: async () => (await opened)?.close(),
  };
}
