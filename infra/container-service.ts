import { healthPath, type Service } from '#functions/service-manifest.ts';
import type { Alarm } from './alarm.ts';
import { containerPlace, containerRoles, sharedTrees } from './containers.ts';
import { workerImage } from './image.ts';
import { logicalName } from './names.ts';
import { receivePermissions } from './permissions.ts';
import { secretsOf } from './secrets.ts';
import { openStores } from './service-world.ts';
import { logGroupName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

/** A service that always runs in the worker image, reachable only within the network: at the address
 * that this returns. It works off its own queues and stores nothing on its disk, which ends with each
 * task. */
export function containerService(
  service: string,
  manifest: Service,
  options: StageOptions,
  alarm: Alarm,
): $util.Output<string> {
  const name = logicalName(service);
  const { queues, environment, permissions } = openStores(service, manifest, options);
  const secrets = secretsOf(manifest).forWorker;
  const received = [...queues.values()].flatMap(({ queue, dead }) => [queue, dead]);
  const port = manifest.listens.port.initial;
  const health = `http://127.0.0.1:${port}${healthPath(manifest)}`;
  const running = new sst.aws.Service(name, {
    cluster: containerPlace().cluster,
    image: workerImage().ref,
    command: ['node', 'scripts/serve.ts', '--aws', service],
    architecture: 'x86_64',
    cpu: '0.25 vCPU',
    // Command-line models need more than the service.
    memory: '2 GB',
    // ECS replaces a container that does not answer.
    health: {
      command: [
        'CMD',
        'node',
        '-e',
        `fetch('${health}').then(({ ok }) => process.exit(ok ? 0 : 1))`,
      ],
      startPeriod: '60 seconds',
    },
    volumes: [sharedTrees()],
    environment: { ...environment, ...secrets.environment },
    logging: { name: logGroupName(service), retention: options.logRetention },
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
  alarm(`${name}Alarm`, {
    alarmDescription: `${service}: no container runs`,
    namespace: 'AWS/ECS',
    metricName: 'CPUUtilization',
    statistic: 'SampleCount',
    dimensions: {
      ClusterName: containerPlace().cluster.nodes.cluster.name,
      ServiceName: running.nodes.service.name,
    },
    comparisonOperator: 'LessThanThreshold',
    threshold: 1,
    period: 300,
    evaluationPeriods: 2,
    // Only a running container sends it.
    treatMissingData: 'breaching',
  });
  return $interpolate`http://${running.service}:${port}`;
}
