import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A resource in the engine's checkpoint (version 3). */
export interface StoredResource {
  readonly urn: string;
  readonly custom: boolean;
  readonly type: string;
  readonly id?: string;
  readonly parent?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  outputs: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
}

export interface Stack {
  /** organization/app/stage */
  readonly reference: string;
  readonly app: string;
  readonly stage: string;
  readonly file: string;
}

export function stackOf(reference: string, backend: string): Stack {
  const [, app = '', stage = ''] = reference.split('/');
  const file = join(backend, '.pulumi/stacks', app, `${stage}.json`);
  return { reference, app, stage, file };
}

export async function readCheckpoint({ file }: Stack): Promise<StoredResource[]> {
  const { checkpoint } = JSON.parse(await readFile(file, 'utf8')) as {
    checkpoint: { latest: { resources?: StoredResource[] } };
  };
  return checkpoint.latest.resources ?? [];
}

export async function writeCheckpoint(
  { file, reference }: Stack,
  version: string,
  resources: readonly StoredResource[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const manifest = { time: new Date().toISOString(), magic: '', version };
  const checkpoint = { stack: reference, latest: { manifest, resources } };
  await writeFile(file, JSON.stringify({ version: 3, checkpoint }));
}
