import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import type { Offload } from '#core/platform/ports/programs/offload.ts';

/** The limits of work are for hostile input: here a child, which gives way to all other processes, has
 * the time that it needs on a busy machine. */
export function patientOffload(options: Parameters<typeof childOffload>[0] = {}): Offload {
  const offload = childOffload(options);
  return {
    run: (work) => offload.run({ ...work, timeoutMilliseconds: 100 * work.timeoutMilliseconds }),
    close: () => offload.close(),
  };
}
