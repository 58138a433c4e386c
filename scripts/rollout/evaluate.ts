import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../run.ts';
import type { Evaluated, Resource, Task } from './evaluation.ts';

export interface EvaluateOptions {
  readonly stage?: string;
  /** Files that stand in for others: paths from the root of the repository. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Values of SST's secrets, by SST's names. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What `sst install` makes: SST's components and the providers, as sources. */
export const platformFolder = join(root, '.sst/platform');

export function isPlatformInstalled(): boolean {
  return existsSync(join(platformFolder, 'src/components'));
}

export const installCommand =
  'SST_SKIP_DEPENDENCY_CHECK=1 SST_NO_BUN=1 NO_BUN=1 SST_TELEMETRY_DISABLED=1 npx sst install --stage test';

/**
 * Every resource that `sst deploy` would make, with SST's own components and without a network,
 * an account or the Pulumi engine. In a process of its own, because Pulumi keeps its state in
 * globals, and because only the end of the event loop says that all resources are there.
 */
export async function evaluate(options: EvaluateOptions = {}): Promise<readonly Resource[]> {
  if (!isPlatformInstalled()) throw new Error(`SST is not installed: ${installCommand}`);
  // Inside the platform, so that what the bundle leaves outside is found beside it.
  const folder = await mkdtemp(join(platformFolder, 'graph-'));
  try {
    const { stage = 'test', replace = {}, secrets = {} } = options;
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
  // After an error Pulumi makes it fail for the promises that are left; the answer says why.
  const failure = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)]).then(
    () => undefined,
    String,
  );
  const answer = await readFile(join(task.folder, 'graph.json'), 'utf8').catch(() => undefined);
  if (answer === undefined) throw new Error(failure ?? 'The evaluation gave no answer');
  return JSON.parse(answer) as Evaluated;
}
