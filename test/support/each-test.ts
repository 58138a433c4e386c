import { afterEach, beforeEach } from 'vitest';

/** Opens a new world for each test of the surrounding describe, and closes it after the test. */
export function eachTest<World extends { close(): Promise<void> }>(
  open: () => Promise<World>,
): () => World {
  let world: World | undefined;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(async () => {
    const closing = world;
    world = undefined;
    await closing?.close();
  });
  return () => {
    if (!world) throw new Error('no world is open outside a test');
    return world;
  };
}
