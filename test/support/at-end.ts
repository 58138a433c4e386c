import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest';

type Close = () => unknown;
const ofFile: Close[] = [];
let ofAllTests: Close[] | undefined;

/**
 * Closes something when the test has ended, the describe of allTests(), or else the file: what was
 * opened last is closed first. In a process without tests, whoever opened it closes it.
 */
export function atEnd(close: Close): void {
  if (ofAllTests) ofAllTests.push(close);
  else if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()));
  else ofFile.push(close);
}

/** Opens a world once for all tests of the surrounding describe, and closes it after them. */
export function allTests<World>(open: () => Promise<World>): () => World {
  let world: World | undefined;
  const closing: Close[] = [];
  beforeAll(async () => {
    ofAllTests = closing;
    world = await open().finally(() => (ofAllTests = undefined));
  });
  afterAll(() => closeAll(closing));
  return () => {
    if (!world) throw new Error('no world is open outside a test');
    return world;
  };
}

async function closeAll(closing: Close[]): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** Called once per file, by vitest.config.ts: what was opened outside of tests. */
export const endFile = () => closeAll(ofFile);
