import { services, type Service, type ServiceName } from '#functions/manifest.ts';

export interface DeployedFile {
  readonly service: ServiceName;
  /** In functions/, with its ending. */
  readonly file: string;
}

/** Every file of functions/ that the rollout turns into functions of its own, each once. */
export function deployedFiles(all: Readonly<Record<string, Service>> = services): DeployedFile[] {
  return Object.entries(all).flatMap(([name, { routes, fallback, jobs, sockets, schedules }]) => {
    const ownImage = jobs.filter(({ runsOn }) => runsOn === 'worker').map(({ file }) => file);
    const files = [...routes, ...jobs, ...sockets, ...schedules].map(({ file }) => file);
    return [...new Set([...files, fallback])]
      .filter((file) => !ownImage.includes(file))
      .map((file) => ({ service: name as ServiceName, file }));
  });
}
