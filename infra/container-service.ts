import type { Service } from '#functions/manifest.ts';
import { containerLogs, containerPlace, containerRoles } from './containers.ts';
import { workerImage } from './image.ts';
import { logicalName } from './names.ts';
import { sealedSecrets, secretsOf } from './secrets.ts';
import type { StageOptions } from './stage.ts';

/** A service that runs all day in the worker image: reached from within the network alone. */
export function containerService(service: string, manifest: Service, options: StageOptions): void {
  const name = logicalName(service);
  new sst.aws.Service(name, {
    cluster: containerPlace().cluster,
    image: workerImage().ref,
    command: ['node', 'scripts/serve.ts', service],
    architecture: 'x86_64',
    cpu: '0.25 vCPU',
    memory: '0.5 GB',
    environment: {
      ...manifest.variables,
      ...options.variables[service],
      ...sealedSecrets(secretsOf(manifest).forWorker),
    },
    logging: { name: containerLogs(service), retention: options.logRetention },
    transform: {
      ...containerRoles(service, []),
      service: { enableExecuteCommand: false },
    },
  });
}
