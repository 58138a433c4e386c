import type { ServiceName } from '#functions/manifest.ts';
import type { Graph } from './rollout-graph.ts';
import { services } from './manifest.ts';

/** The secrets that a part of a service may read. A task that asks the agent service has its key. */
export function secretNames(
  service: ServiceName,
  { isWorker, isAsking = false }: { isWorker: boolean; isAsking?: boolean },
): string[] {
  return (services[service].secrets ?? [])
    .filter(({ isForWorker }) => isWorker || !isForWorker)
    .map(({ name }) => name)
    .concat(isAsking ? ['SIDECAR_KEY'] : []);
}

/** A secret's parameter in SSM. */
export function pathOf(graph: Pick<Graph, 'of'>, name: string): string {
  const [app] = graph.of('sst:cli:App');
  return `/lantern/${String(app?.inputs['stage'])}/${name}`;
}
