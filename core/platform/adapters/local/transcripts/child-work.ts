import type { TranscriptReader } from '../../../ports/transcripts.ts';
import { folderReader } from './read-file.ts';

export interface ChildInput {
  readonly directory: string;
  readonly module: string;
  readonly input: unknown;
}

type Run = (input: unknown, reader: TranscriptReader) => unknown;

/** Runs in a child of the offload. */
export default async function work({ directory, module, input }: ChildInput): Promise<unknown> {
  const { default: run } = (await import(module)) as { default: Run };
  return run(input, folderReader(directory));
}
