import { createHash } from 'node:crypto';
import type { ECSClient, RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Message } from '../../../ports/queue.ts';
import { outage } from '../dynamo/outage.ts';
import { claimChecks } from '../../rules/claim-checks.ts';

/** Where tasks run; names or ARNs. */
export interface TaskPlace {
  readonly cluster: string;
  readonly taskDefinition: string;
  /** The container of the task definition that gets the message. */
  readonly container: string;
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  readonly assignPublicIp: boolean;
  /** The most tasks of a job at once. */
  readonly most: number;
}

export interface Tasks {
  /**
   * Starts a task that handles this one message. Repeated for the same delivery: nothing. False: the
   * most tasks of the job run already; racing calls may exceed that number, because ECS lists a new
   * task late. A missing permission or a wrong name: Failure('configuration'); no capacity or no
   * answer: Failure('unavailable').
   */
  start(job: string, message: Message): Promise<boolean>;
}

interface AwsTasksOptions {
  readonly ecs: () => Promise<ECSClient>;
  /** Stores the text of the message. */
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  readonly place: TaskPlace;
}

const refusals =
  /^(ClusterNotFound|InvalidParameter|Client|PlatformUnknown|PlatformTaskDefinitionIncompatibility|UnsupportedFeature)Exception$/;

/**
 * Tasks on ECS. The text of a message is always sent as a claim check: overrides may have 8,192
 * characters, and everyone with access to the cluster can read them.
 */
export function awsTasks({ ecs, blobs, place }: AwsTasksOptions): Tasks {
  const claims = claimChecks(blobs);

  return {
    async start(job, message) {
      if (await isFull(job)) return false;
      const token = tokenOf(job, message);
      const body = await claims.refer(message.queue, message.body, token);
      try {
        await run(request(job, { ...message, body }, token));
        return true;
      } catch (error) {
        // After a time-out the task may start nevertheless: then it needs its text.
        const isUncertain = error instanceof Failure && error.code === 'storage_unavailable';
        if (body !== message.body && !isUncertain) await claims.drop(body).catch(() => undefined);
        throw error;
      }
    },
  };

  async function isFull(job: string): Promise<boolean> {
    const { ListTasksCommand } = await import('./sdk.ts');
    // ECS allows no other filter with startedBy. One page has 100 tasks.
    const input = { cluster: place.cluster, startedBy: job };
    const { taskArns = [] } = await (await ecs()).send(new ListTasksCommand(input)).catch(refused);
    return taskArns.length >= place.most;
  }

  async function run(input: RunTaskCommandInput): Promise<void> {
    const { RunTaskCommand } = await import('./sdk.ts');
    const { tasks = [], failures = [] } = await (
      await ecs()
    )
      .send(new RunTaskCommand(input))
      .catch(refused);
    if (tasks.length > 0) return;
    const reasons = failures.map(({ reason, detail }) => detail ?? reason ?? 'no reason given');
    const text = `ECS starts no task: ${reasons.join('; ') || 'no reason given'}`;
    throw new Failure('unavailable', 'no_task', text);
  }

  function request(job: string, message: Message, clientToken: string) {
    const { id, receipt, body, attempts, sentAt, group } = message;
    const taskMessage = { id, receipt, body, attempts, sentAt: sentAt.getTime(), group };
    return {
      cluster: place.cluster,
      taskDefinition: place.taskDefinition,
      launchType: 'FARGATE',
      count: 1,
      startedBy: job,
      clientToken,
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: [...place.subnets],
          ...(place.securityGroups.length > 0 && { securityGroups: [...place.securityGroups] }),
          assignPublicIp: place.assignPublicIp ? 'ENABLED' : 'DISABLED',
        },
      },
      overrides: {
        containerOverrides: [
          {
            name: place.container,
            environment: [
              { name: 'LANTERN_JOB', value: job },
              { name: 'LANTERN_MESSAGE', value: JSON.stringify(taskMessage) },
            ],
          },
        ],
      },
    } satisfies RunTaskCommandInput;
  }
}

/** ECS starts one task per token. A token may have 64 characters. */
function tokenOf(job: string, { id, receipt }: Message): string {
  return createHash('sha256').update(`${job} ${id} ${receipt}`).digest('hex');
}

function refused(error: unknown): never {
  if (!(error instanceof Error) || !refusals.test(error.name)) throw outage('ECS', error);
  const text = `ECS refuses the task: ${error.message}`;
  throw new Failure('configuration', 'aws_refused', text, { cause: error });
}
