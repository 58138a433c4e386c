import type { Offload } from '../../../ports/offload.ts';
import type { Transcripts } from '../../../ports/transcripts.ts';
import type { ChildInput } from './child-work.ts';
import { listTranscripts } from './list-files.ts';

interface LocalTranscriptsOptions {
  /** The folder of the projects' folders. */
  readonly directory: string;
  readonly offload: Offload;
}

const module = new URL('./child-work.ts', import.meta.url).href;
const timeoutMilliseconds = 120_000;

/** Sessions in a folder, such as `~/.claude/projects`. */
export function localTranscripts({ directory, offload }: LocalTranscriptsOptions): Transcripts {
  return {
    list: () => listTranscripts(directory),

    async compute<Input, Output>(work: { readonly module: string }, input: Input) {
      const child: ChildInput = { directory, module: work.module, input };
      return offload.run<Output>({ module, input: child, timeoutMilliseconds });
    },

    uploadLink: () => Promise.resolve(undefined),
  };
}
