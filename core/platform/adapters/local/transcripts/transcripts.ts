import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Offload } from '../../../ports/programs/offload.ts';
import type { Transcripts, TranscriptWork } from '../../../ports/transcripts.ts';
import type { ChildInput } from './child-work.ts';
import { watchedTranscripts } from './watched-folders.ts';
import { folderReader } from './read-file.ts';
import type { TranscriptFolders } from './stores.ts';

interface LocalTranscriptsOptions {
  readonly folders: TranscriptFolders;
  readonly offload: Offload;
  readonly bypassesIndex?: boolean | undefined;
}

const module = new URL('./child-work.ts', import.meta.url).href;
const timeoutMilliseconds = 120_000;

/** Sessions in folders, such as `~/.claude/projects`. */
export function localTranscripts(options: LocalTranscriptsOptions): Transcripts {
  const { folders, offload, bypassesIndex = false } = options;
  return {
    bypassesIndex,

    list: watchedTranscripts(folders),

    async problem() {
      const { projects: directory, codex, gemini } = folders;
      try {
        await readdir(directory);
        return undefined;
      } catch (error) {
        if ([codex, gemini].some((folder) => folder !== undefined && existsSync(folder))) {
          return undefined;
        }
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
      if (isSmall) return work.run(input, folderReader(folders));
      const child: ChildInput = { folders, module: work.module, input };
      return offload.run<Output>({ module, input: child, timeoutMilliseconds });
    },

    uploadLink: () => Promise.resolve(undefined),
  };
}
