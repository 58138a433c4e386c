import type { HandlerContext } from '../handler.ts';

type Work = () => Promise<Readonly<Record<string, unknown>> | void>;

/** Runs the steps in order. One that fails is recorded and does not stop the others, unless the
 * delivery is handed back. */
export async function runSteps(
  { log, signal }: Pick<HandlerContext, 'log' | 'signal'>,
  steps: Readonly<Record<string, Work>>,
): Promise<void> {
  for (const [name, work] of Object.entries(steps)) {
    signal.throwIfAborted();
    try {
      await log.step(name, work);
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
}
