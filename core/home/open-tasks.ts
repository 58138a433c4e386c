import * as z from 'zod/mini';
import { awsClients, type AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsTasks, type TaskPlace, type Tasks } from '#core/platform/adapters/aws/tasks/tasks.ts';
import { parsed, settings } from '#core/platform/settings.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

const name = z.string().check(z.minLength(1));
const place = z.strictObject({
  cluster: name,
  taskDefinition: name,
  container: name,
  subnets: z.array(name).check(z.minLength(1)),
  securityGroups: z._default(z.array(name), []),
  assignPublicIp: z._default(z.boolean(), false),
  /** A page of ECS's list has at most 100 tasks. */
  most: z.int().check(z.minimum(1), z.maximum(100)),
});

function readPlace(text: string): TaskPlace | undefined {
  try {
    return place.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const required =
  'must be JSON with cluster, taskDefinition, container, subnets and most, as the rollout writes it';

const taskSettings = settings({ LANTERN_TASK: parsed(required, readPlace) });

/** Tasks of the worker image, for a function that hands over long work. */
export function openTasks(
  { environment, blobs }: Pick<Platform, 'environment' | 'blobs'>,
  clients: Pick<AwsClients, 'ecs'> = awsClients(),
): Tasks {
  const { LANTERN_TASK } = taskSettings(environment);
  return awsTasks({ ecs: clients.ecs, blobs, place: LANTERN_TASK });
}
