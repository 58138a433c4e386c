import { createHash } from 'node:crypto';
import type { ECSClient, RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Message } from '../../../ports/queue.ts';
import { outage } from '../dynamo/outage.ts';
import { claimChecks } from '../queue/claims.ts';

/** Where tasks run; names or ARNs. */
export interface TaskPlace {
  readonly cluster: string;
  readonly taskDefinition: string;
  /** The container of the task definition that gets the message. */
  readonly container: string;
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  readonly assignPublicIp: boolean;
  /** How many tasks of a job may run at once. */
  readonly most: number;
}

export interface Tasks {
  /**
   * Starts a task that works this one message off; it may die at any moment after. Repeated for
   * the same delivery: nothing. False: as many tasks of the job run as may. Calls that race may
   * each count before the other's task is listed. ECS refuses, for want of a right or a wrong name:
   * Failure('configuration'); it has no capacity or does not answer: Failure('unavailable').
   */
  start(job: string, message: Message): Promise<boolean>;
}

interface AwsTasksOptions {
  readonly ecs: () => Promise<ECSClient>;
  /** Carries the text of the message. */
  readonly blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;
  readonly place: TaskPlace;
}

const refusals =
  /^(ClusterNotFound|InvalidParameter|Client|PlatformUnknown|PlatformTaskDefinitionIncompatibility|UnsupportedFeature)Exception$/;

/**
 * Tasks on ECS. Overrides take 8,192 characters in all and can be read by whoever may look at the
 * cluster, so the text of a message always travels as a claim check.
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
        // After a time-out the task may be on its way all the same: then its text must stay.
        const isUncertain = error instanceof Failure && error.code === 'storage_unavailable';
        if (body !== message.body && !isUncertain) await claims.drop(body).catch(() => undefined);
        throw error;
      }
    },
  };

  async function isFull(job: string): Promise<boolean> {
    const { ListTasksCommand } = await import('./sdk.ts');
    // No other filter may stand beside startedBy. One page has 100 tasks.
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
    const { id, receipt, body, attempts, sentAt } = message;
    const handed = { id, receipt, body, attempts, sentAt: sentAt.getTime() };
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
              { name: 'LANTERN_MESSAGE', value: JSON.stringify(handed) },
            ],
          },
        ],
      },
    } satisfies RunTaskCommandInput;
  }
}

/** One task per delivery, however often it is asked for; ECS takes 64 characters. */
function tokenOf(job: string, { id, receipt }: Message): string {
  return createHash('sha256').update(`${job} ${id} ${receipt}`).digest('hex');
}

function refused(error: unknown): never {
  if (!(error instanceof Error) || !refusals.test(error.name)) throw outage('ECS', error);
  const text = `ECS refuses the task: ${error.message}`;
  throw new Failure('configuration', 'aws_refused', text, { cause: error });
}
