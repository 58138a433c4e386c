import { lstat, readdir } from 'node:fs/promises';
import type { Offload } from '../../../ports/offload.ts';
import type { Transcript, Transcripts } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '../../rules/transcript-path.ts';
import type { ChildInput } from './child-work.ts';
import { fileOf } from './read-file.ts';

interface LocalTranscriptsOptions {
  /** The folder of the projects' folders. */
  readonly directory: string;
  readonly offload: Offload;
}

const module = new URL('./child-work.ts', import.meta.url).href;
const timeoutMilliseconds = 120_000;

/** Sessions in a folder, such as `~/.claude/projects`. */
export function localTranscripts({ directory, offload }: LocalTranscriptsOptions): Transcripts {
  async function stat(path: string): Promise<Transcript[]> {
    const found = await lstat(fileOf(directory, path)).catch(() => undefined);
    if (!found?.isFile()) return [];
    const { size, mtime: modified, ino, birthtimeMs } = found;
    return [{ path, size, modified, identity: `${ino}-${birthtimeMs}` }];
  }

  async function filesOf(project: string): Promise<Transcript[]> {
    const entries = await readdir(fileOf(directory, `${project}/`), { withFileTypes: true }).catch(
      () => [],
    );
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => `${project}/${name}`);
    return (await Promise.all(names.filter(isTranscript).map(stat))).flat();
  }

  return {
    async list() {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      const projects = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const files = await Promise.all([stat(topHistory), ...projects.map(filesOf)]);
      return files.flat().sort(byPath);
    },

    async compute<Input, Output>(work: { readonly module: string }, input: Input) {
      const child: ChildInput = { directory, module: work.module, input };
      return offload.run<Output>({ module, input: child, timeoutMilliseconds });
    },

    uploadLink: () => Promise.resolve(undefined),
  };
}
