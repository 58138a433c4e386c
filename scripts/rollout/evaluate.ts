import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../program/run.ts';
import type { Evaluated, Resource, Task } from './evaluation.ts';

export interface EvaluateOptions {
  readonly stage?: string;
  /** Replacement files by the path that they replace, from the root of the repository. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Values of SST's secrets by SST's names. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** The output of `sst install`: SST's components and the providers as sources. */
export const platformFolder = join(root, '.sst/platform');

const offline = { 'infra/layer-folder.ts': 'scripts/rollout/no-layer-folder.ts' };

export function isPlatformInstalled(): boolean {
  return existsSync(join(platformFolder, 'src/components'));
}

export const installCommand =
  'SST_SKIP_DEPENDENCY_CHECK=1 SST_NO_BUN=1 NO_BUN=1 SST_TELEMETRY_DISABLED=1 npx sst install --stage test';

/**
 * Every resource that `sst deploy` would create, with SST's own components and without network,
 * account or Pulumi engine. Runs in a child process: Pulumi keeps its state in globals, and all
 * resources exist only when the event loop is empty.
 */
export async function evaluate(options: EvaluateOptions = {}): Promise<readonly Resource[]> {
  if (!isPlatformInstalled()) throw new Error(`SST is not installed: ${installCommand}`);
  // Inside the platform folder, so that external imports of the bundle are resolved there.
  const folder = await mkdtemp(join(platformFolder, 'graph-'));
  try {
    const { stage = 'test', secrets = {} } = options;
    const replace = { ...offline, ...options.replace };
    const task: Task = { stage, replace, secrets, folder, platform: platformFolder, root };
    const { problems, resources } = await inChild(task);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return resources;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inChild(task: Task): Promise<Evaluated> {
  const program = join(import.meta.dirname, 'evaluate-here.ts');
  // Pulumi takes a stack trace of every promise: a quarter of the time.
  const call = ['--stack-trace-limit=0', program, JSON.stringify(task)];
  // After an error Pulumi also fails for the promises that are left. The answer has the cause.
  const failure = await promisify(execFile)(process.execPath, call).then(() => undefined, String);
  const answer = await readFile(join(task.folder, 'graph.json'), 'utf8').catch(() => undefined);
  if (answer === undefined) throw new Error(failure ?? 'The evaluation gave no answer');
  return JSON.parse(answer) as Evaluated;
}
