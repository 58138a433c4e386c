import type { Service } from '#functions/service-manifest.ts';
import { containerLogs, containerPlace, containerRoles } from './containers.ts';
import { workerImage } from './image.ts';
import { logicalName } from './names.ts';
import { receivePermissions } from './permissions.ts';
import { secretsOf } from './secrets.ts';
import { openStores } from './service-world.ts';
import type { StageOptions } from './stage.ts';

/** A service that always runs in the worker image, reachable only within the network. It works off
 * its own queues and stores nothing on its disk, which ends with each task. */
export function containerService(service: string, manifest: Service, options: StageOptions): void {
  const name = logicalName(service);
  const { queues, environment, permissions } = openStores(service, manifest, options);
  const secrets = secretsOf(manifest).forWorker;
  const received = [...queues.values()].flatMap(({ queue, dead }) => [queue, dead]);
  new sst.aws.Service(name, {
    cluster: containerPlace().cluster,
    image: workerImage().ref,
    command: ['node', 'scripts/serve.ts', '--aws', service],
    architecture: 'x86_64',
    cpu: '0.25 vCPU',
    memory: '0.5 GB',
    environment: { ...environment, ...secrets.environment },
    logging: { name: containerLogs(service), retention: options.logRetention },
    transform: {
      ...containerRoles(service, [
        ...permissions,
        ...secrets.permissions,
        ...received.flatMap(receivePermissions),
      ]),
      service: {
        enableExecuteCommand: false,
        // The old task ends before the new one begins: conversations are on its disk, and two tasks
        // would take each other's sessions for lost ones.
        deploymentMinimumHealthyPercent: 0,
        deploymentMaximumPercent: 100,
      },
    },
  });
}
