import { isFailure, type Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { RenderResults, RenderTask } from './render-work.ts';

const module = new URL('./render-work.ts', import.meta.url).href;
/** A page takes some milliseconds, a hostile one as long as it likes. */
const batchMilliseconds = 10_000;
const indexMilliseconds = 300_000;

export type Ask = <Kind extends RenderTask['kind']>(
  task: RenderTask & { readonly kind: Kind },
) => Promise<RenderResults[Kind]>;

/** Renders beside the event loop. */
export function askBeside({ offload }: Pick<Platform, 'offload'>, signal: AbortSignal): Ask {
  return (task) => {
    const timeoutMilliseconds = task.kind === 'index' ? indexMilliseconds : batchMilliseconds;
    return offload.run({ module, input: task, timeoutMilliseconds, signal });
  };
}

/** What cannot be rendered beside the event loop is shown in a simpler way. */
export function orElse<Result>(
  work: Promise<Result>,
  simpler: (failure: Failure) => Result | Promise<Result>,
): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!isFailure(error, 'upstream') || error.code === 'aborted') throw error;
    return simpler(error);
  });
}
