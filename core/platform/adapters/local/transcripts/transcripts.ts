import { readdir } from 'node:fs/promises';
import type { Offload } from '../../../ports/programs/offload.ts';
import type { Transcripts, TranscriptWork } from '../../../ports/transcripts.ts';
import type { ChildInput } from './child-work.ts';
import { listTranscripts } from './list-files.ts';
import { folderReader } from './read-file.ts';

interface LocalTranscriptsOptions {
  /** The folder of the projects' folders. */
  readonly directory: string;
  readonly offload: Offload;
  readonly bypassesIndex?: boolean | undefined;
}

const module = new URL('./child-work.ts', import.meta.url).href;
const timeoutMilliseconds = 120_000;

/** Sessions in a folder, such as `~/.claude/projects`. */
export function localTranscripts(options: LocalTranscriptsOptions): Transcripts {
  const { directory, offload, bypassesIndex = false } = options;
  return {
    bypassesIndex,

    list: () => listTranscripts(directory),

    async problem() {
      try {
        await readdir(directory);
        return undefined;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const what = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown'})`;
        return `The folder of the stored sessions ${what}: ${directory}`;
      }
    },

    async compute<Input, Output>(
      work: TranscriptWork<Input, Output>,
      input: Input,
      { isSmall = false } = {},
    ) {
      if (isSmall) return work.run(input, folderReader(directory));
      const child: ChildInput = { directory, module: work.module, input };
      return offload.run<Output>({ module, input: child, timeoutMilliseconds });
    },

    uploadLink: () => Promise.resolve(undefined),
  };
}
