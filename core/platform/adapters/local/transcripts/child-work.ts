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
  const { default: theirs } = (await import(module)) as { default: { run: Run } };
  return theirs.run(input, folderReader(directory));
}
