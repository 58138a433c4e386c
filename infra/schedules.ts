import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import { trusting } from './permissions.ts';
import type { World } from './service-world.ts';

const sweepSeconds = 300;

export function schedules(world: World): void {
  for (const { name, everyMinutes, file } of world.manifest.schedules) {
    const swept = handlerFunction(world, {
      ...{ name: logicalName(file), file, exported: 'handler', seconds: sweepSeconds },
    });
    const unit = everyMinutes === 1 ? 'minute' : 'minutes';
    new sst.aws.CronV2(logicalName(name, 'schedule'), {
      schedule: `rate(${everyMinutes} ${unit})`,
      function: swept.arn,
      transform: {
        role: (args) => {
          args.assumeRolePolicy = trusting('scheduler.amazonaws.com');
        },
      },
    });
  }
}
