import type { ServerResponse } from 'node:http';
import type { RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { standIn, type WholeRequest } from '#test/support/http/stand-in.ts';

interface EcsOptions {
  readonly cluster: string;
  readonly taskDefinition: string;
  readonly container: string;
  readonly subnets: readonly string[];
}

/** A started task: the variables of its container in addition to its own. */
export interface StartedTask {
  readonly startedBy: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

interface Refusal {
  readonly type: string;
  readonly message: string;
}

/**
 * RunTask and ListTasks of ECS, because no emulator has them, with the refusals that AWS documents
 * and the effect of a repeated client token. Signatures must be present, but are not checked. No
 * program is started: the test runs the tasks in `started`, which count as running until the test
 * calls `stop`.
 */
export async function startEcsApi(known: EcsOptions) {
  const started: StartedTask[] = [];
  const running = new Set<number>();
  const tokens = new Map<string, string>();
  let capacity = true;
  let broken: string | undefined;

  const { url, close } = await standIn(serve);

  return {
    ...{ url, close },
    started,
    /** Ends the task. */
    stop: (at: number) => void running.delete(at),
    /** Whether ECS has capacity for another task. */
    setCapacity: (there: boolean) => void (capacity = there),
    /** Answers 500 to the action. */
    setBroken: (action: 'ListTasks' | 'RunTask') => void (broken = action),
  };

  async function serve(request: WholeRequest, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const refuse = ({ type, message }: Refusal) => answer(400, { __type: type, message });

    const signed = /^AWS4-HMAC-SHA256 Credential=.+\/ecs\/aws4_request, .*Signature=/;
    if (!signed.test(request.headers.authorization ?? '')) {
      return refuse({ type: 'MissingAuthenticationTokenException', message: 'not signed' });
    }
    const target = String(request.headers['x-amz-target']);
    if (broken !== undefined && target.endsWith(`.${broken}`)) {
      return answer(500, { __type: 'ServerException', message: 'Internal error' });
    }
    const text = request.body.toString();
    if (target === 'AmazonEC2ContainerServiceV20141113.ListTasks') {
      const { cluster, startedBy, ...filters } = JSON.parse(text) as Record<string, string>;
      if (cluster !== known.cluster) {
        return refuse({ type: 'ClusterNotFoundException', message: 'Cluster not found.' });
      }
      if (startedBy !== undefined && Object.keys(filters).length > 0) {
        const message = 'Cannot combine startedBy with other filters.';
        return refuse({ type: 'InvalidParameterException', message });
      }
      const listed = [...running].filter((at) => started[at]?.startedBy === startedBy);
      return answer(200, { taskArns: listed.map((at) => `arn:aws:ecs:us-east-1:1:task/${at}`) });
    }
    if (target !== 'AmazonEC2ContainerServiceV20141113.RunTask') {
      return refuse({ type: 'UnknownOperationException', message: target });
    }
    const input = JSON.parse(text) as RunTaskCommandInput;
    const problem = problemOf(known, input);
    if (problem) return refuse(problem);
    const { clientToken } = input;
    const before = clientToken === undefined ? undefined : tokens.get(clientToken);
    if (before !== undefined && before !== text) {
      return refuse({ type: 'ConflictException', message: 'The client token is of another task' });
    }
    const reason = 'Capacity is unavailable at this time. Please try again later';
    if (!capacity) return answer(200, { tasks: [], failures: [{ reason }] });
    if (before === undefined) {
      if (clientToken !== undefined) tokens.set(clientToken, text);
      const pairs = input.overrides?.containerOverrides?.[0]?.environment ?? [];
      running.add(started.length);
      started.push({
        startedBy: input.startedBy,
        environment: Object.fromEntries(pairs.map(({ name = '', value = '' }) => [name, value])),
      });
    }
    answer(200, { tasks: [{ lastStatus: 'PROVISIONING' }], failures: [] });
  }
}

function problemOf(known: EcsOptions, input: RunTaskCommandInput): Refusal | undefined {
  const invalid = (message: string) => ({ type: 'InvalidParameterException', message });
  const { overrides, networkConfiguration: network, clientToken = '', startedBy = '' } = input;
  if (input.cluster !== known.cluster) {
    return { type: 'ClusterNotFoundException', message: 'Cluster not found.' };
  }
  if (input.taskDefinition !== known.taskDefinition) {
    return { type: 'ClientException', message: 'TaskDefinition not found.' };
  }
  if (input.launchType !== 'FARGATE') return invalid('No Container Instances were found.');
  const subnets = network?.awsvpcConfiguration?.subnets ?? [];
  if (subnets.length === 0) {
    return invalid(
      "Network Configuration must be provided when networkMode 'awsvpc' is specified.",
    );
  }
  const stranger = subnets.find((subnet) => !known.subnets.includes(subnet));
  if (stranger) return invalid(`The subnet ID '${stranger}' does not exist`);
  if (JSON.stringify(overrides ?? {}).length > 8192) {
    return invalid('Container Overrides length must be at most 8192');
  }
  for (const { name } of overrides?.containerOverrides ?? []) {
    if (name !== known.container) {
      return invalid(
        `Override for container named ${name} is not a container in the TaskDefinition.`,
      );
    }
  }
  if (clientToken.length > 64) return invalid('clientToken is longer than 64');
  if (!/^[\w/-]{0,128}$/.test(startedBy)) return invalid('startedBy has other characters');
  return undefined;
}
