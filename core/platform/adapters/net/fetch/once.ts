/** Runs the action at the first call and remembers what came of it; a failure is forgotten. */
export function once<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= action().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
