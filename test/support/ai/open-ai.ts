import { join } from 'node:path';
import { commandLineAi, type Needs } from '#core/ai/command-line-ai.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import { neutralFolder } from '#core/platform/adapters/local/programs/neutral-folder.ts';
import type { Ai } from '#core/platform/ports/programs/ai.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';

/** The Ai of a service with its data in the folder and exactly this environment. */
export function openAi(
  data: string,
  environment: Needs['environment'],
  more: Partial<Needs> = {},
): Ai {
  const clock = more.clock ?? systemClock();
  return commandLineAi({
    ...{ environment, clock, blobs: memoryBlobs(), log: () => undefined },
    run: programRunner({ clock }),
    neutralFolder: neutralFolder(join(data, 'neutral')),
    ...more,
  });
}
