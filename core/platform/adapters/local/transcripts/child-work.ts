import type { TranscriptReader } from '../../../ports/transcripts.ts';
import { folderReader } from './read-file.ts';
import type { TranscriptFolders } from './stores.ts';

export interface ChildInput {
  readonly folders: TranscriptFolders;
  readonly module: string;
  readonly input: unknown;
}

type Run = (input: unknown, reader: TranscriptReader) => unknown;

/** Runs in a child of the offload. */
export default async function work({ folders, module, input }: ChildInput): Promise<unknown> {
  const { default: theirs } = (await import(module)) as { default: { run: Run } };
  return theirs.run(input, folderReader(folders));
}
