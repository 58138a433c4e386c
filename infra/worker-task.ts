import type { QueueJob } from '#functions/service-manifest.ts';
import { trustWorker } from './bedrock.ts';
import { containerPlace, containerRoles, sharedTrees, treesPath } from './containers.ts';
import { handlerFunction } from './functions.ts';
import { countWork } from './log-metrics.ts';
import { workerImage } from './image.ts';
import { logicalName } from './names.ts';
import { receivePermissions, type Statement } from './permissions.ts';
import { launchSeconds } from './queues.ts';
import type { World } from './service-world.ts';
import { logGroupName } from './stage-names.ts';

const tasks = new Map<string, sst.aws.Task>();

/** The function that reads a queue and starts one task per message. */
export function launcher(world: World, job: QueueJob, queue: sst.aws.Queue): $util.Output<string> {
  const { vpc, cluster } = containerPlace();
  const task = taskOf(world);
  const { taskDefinition, taskRole, executionRole } = task.nodes;
  const onCluster = {
    test: 'ArnEquals',
    variable: 'ecs:cluster',
    values: [cluster.nodes.cluster.arn],
  };
  const permissions: Statement[] = [
    {
      actions: ['ecs:RunTask'],
      resources: [taskDefinition.arn],
      conditions: [onCluster],
    },
    {
      // For tasks on Fargate, ECS requires the permission without a resource.
      actions: ['ecs:ListTasks'],
      resources: ['*'],
      conditions: [onCluster],
    },
    {
      actions: ['iam:PassRole'],
      resources: [taskRole.arn, executionRole.arn],
      conditions: [
        {
          test: 'StringEquals',
          variable: 'iam:PassedToService',
          values: ['ecs-tasks.amazonaws.com'],
        },
      ],
    },
  ];
  const { arn } = handlerFunction(world, {
    name: logicalName(job.file, 'launch'),
    file: 'images/worker/launch.ts',
    exported: 'handler',
    seconds: launchSeconds,
    permissions: [...receivePermissions(queue), ...permissions],
    environment: {
      LANTERN_JOB: `${world.service}/${job.queue}`,
      LANTERN_TASK: $util.jsonStringify({
        cluster: cluster.nodes.cluster.arn,
        taskDefinition: taskDefinition.arn,
        container: containerName(world),
        subnets: vpc.publicSubnets,
        securityGroups: vpc.securityGroups,
        assignPublicIp: true,
        most: job.concurrency,
      }),
    },
  });
  return arn;
}

function containerName({ service }: World): string {
  return logicalName(service, 'worker');
}

/** One task per service: the message names the job. */
function taskOf(world: World): sst.aws.Task {
  const existing = tasks.get(world.service);
  if (existing) return existing;
  const { agentUrl, bedrock, secrets, service } = world;
  const queues = world.manifest.jobs
    .filter(({ runsOn }) => runsOn === 'worker')
    .flatMap(({ queue }) => world.queues.get(queue)?.queue ?? []);
  const permissions: Statement[] = [
    ...world.permissions,
    ...secrets.forWorker.permissions,
    ...bedrock.permissions,
    {
      actions: ['sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      resources: queues.map(({ arn }) => arn),
    },
  ];
  const task = new sst.aws.Task(containerName(world), {
    cluster: containerPlace().cluster,
    image: workerImage().ref,
    command: ['node', 'functions/images/worker/task.ts'],
    architecture: 'x86_64',
    cpu: '1 vCPU',
    // Without command lines half is enough.
    memory: agentUrl ? '2 GB' : '4 GB',
    storage: '40 GB',
    environment: {
      ...world.environment,
      ...secrets.forWorker.environment,
      ...bedrock.environment,
      ...(agentUrl && { SIDECAR_URL: agentUrl, LANTERN_TREES: treesPath }),
    },
    ...(agentUrl && { volumes: [sharedTrees()] }),
    logging: { name: logGroupName(service), retention: world.logRetention },
    transform: containerRoles(world.service, permissions),
  });
  trustWorker(task.nodes.taskRole.arn);
  // SST creates the log group with the task.
  countWork(
    logicalName(service, 'given-up-by-tasks'),
    { service, logGroupName: logGroupName(service), hasModels: true },
    { dependsOn: task },
  );
  tasks.set(world.service, task);
  return task;
}
