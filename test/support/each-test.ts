import { beforeEach } from 'vitest';
import { atEnd } from './at-end.ts';

/** Opens a new world for each test of the surrounding describe, and closes it after the test. */
export function eachTest<World extends object>(open: () => Promise<World>): () => World {
  let world: World | undefined;
  beforeEach(async () => {
    const opened: World & { close?: () => Promise<void> } = await open();
    world = opened;
    atEnd(async () => {
      world = undefined;
      await opened.close?.();
    });
  });
  return () => {
    if (!world) throw new Error('no world is open outside a test');
    return world;
  };
}
