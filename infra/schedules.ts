import { handlerFunction } from './functions.ts';
import { logMemory } from './log-engine.ts';
import { logicalName } from './names.ts';
import { trusting } from './permissions.ts';
import type { World } from './service-world.ts';

const sweepSeconds = 300;

/** The functions of the schedules, by the schedule's name. */
export function schedules(world: World): ReadonlyMap<string, sst.aws.Function> {
  const functions = new Map<string, sst.aws.Function>();
  for (const { name, everyMinutes, file } of world.manifest.schedules) {
    const called = handlerFunction(world, {
      name: logicalName(file),
      file,
      exported: 'handler',
      seconds: sweepSeconds,
      ...logMemory(world.manifest, file),
    });
    new sst.aws.CronV2(logicalName(name, 'schedule'), {
      schedule: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
      function: called.arn,
      transform: { role: { assumeRolePolicy: trusting('scheduler.amazonaws.com') } },
    });
    functions.set(name, called);
  }
  return functions;
}
