import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './tools.ts';

// The files that a rollout reads; node_modules is linked.
const parts = ['core', 'functions', 'infra', 'scripts', 'package.json'];

/** A row of every kind that a manifest may have, with handlers that prove a round trip. */
const probe = `
import { get, post } from './rows.ts';
Object.assign(services.docs, {
  routes: [
    ...services.docs.routes,
    post('/probe', 'docs/probe/send.ts'),
    get('/probe/{name}', 'docs/probe/read.ts'),
    { ...post('/probe-stream', 'docs/probe/stream.ts'), stream: true },
  ],
  jobs: [
    ...services.docs.jobs,
    { queue: 'probe', file: 'docs/probe/job.ts', timeoutSeconds: 60, maxAttempts: 3,
      concurrency: 1, runsOn: 'function' },
    { queue: 'probe-image', file: 'docs/probe/image-job.ts', timeoutSeconds: 600, maxAttempts: 3,
      concurrency: 1, runsOn: 'worker' },
  ],
  sockets: [...services.docs.sockets, { path: '/probe-socket', file: 'docs/probe/socket.ts' }],
  schedules: [
    ...services.docs.schedules,
    { name: 'probe-tick', everyMinutes: 5, file: 'docs/probe/tick.ts' },
  ],
});
`;

export interface Project {
  readonly folder: string;
  /** `sst` runs this as the Pulumi engine. */
  readonly engine: string;
  readonly configuration: string;
}

/** A copy of the program with the probe's rows in its manifest, ready for `sst`. */
export async function copyProject(into: string): Promise<Project> {
  const folder = join(into, 'project');
  for (const part of [...parts, 'tsconfig.json', 'sst.config.ts']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const manifest = join(folder, 'functions/manifest.ts');
  await writeFile(manifest, `${await readFile(manifest, 'utf8')}${probe}`);
  await cp(join(import.meta.dirname, 'probe'), join(folder, 'functions/docs/probe'), {
    recursive: true,
  });
  await copyPlatform(join(folder, '.sst'));
  const configuration = join(into, 'configuration');
  const engine = await writeEngine(join(configuration, 'sst/bin'));
  return { folder, engine, configuration };
}

/** The output of `sst install`, with its 300 packages as links. */
async function copyPlatform(into: string): Promise<void> {
  const from = join(root, '.sst');
  const packages = join('platform', 'node_modules');
  await cp(join(from, 'provider-lock.json'), join(into, 'provider-lock.json'));
  await cp(join(from, 'platform'), join(into, 'platform'), {
    recursive: true,
    filter: (path) => relative(from, path) !== packages,
  });
  await symlink(join(from, packages), join(into, packages));
}

async function writeEngine(folder: string): Promise<string> {
  const path = join(folder, 'pulumi');
  const main = join(import.meta.dirname, '../rollout-engine/main.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  await chmod(path, 0o755);
  return path;
}
