import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where sessions keep their conversations, which the SDK writes, and their empty working folders. */
export function sessionFiles(directory: string) {
  const conversations = join(directory, 'conversations');
  const workplace = (id: string) => join(directory, 'workplaces', id);

  /** By session: looking for a name takes longer the more there are. */
  const paths = new Map<string, string>();

  /** Undefined: no turn of the session was written yet. */
  async function fileOf(id: string): Promise<string | undefined> {
    const before = paths.get(id);
    if (before !== undefined && existsSync(before)) return before;
    const names = await readdir(conversations).catch(() => []);
    const name = names.find((entry) => entry.endsWith(`_${id}.jsonl`));
    if (name === undefined) return undefined;
    const file = join(conversations, name);
    paths.set(id, file);
    return file;
  }

  return {
    conversations,
    workplace,
    fileOf,

    async remove(id: string): Promise<void> {
      const file = await fileOf(id);
      paths.delete(id);
      if (file !== undefined) await rm(file, { force: true });
      await rm(workplace(id), { recursive: true, force: true });
    },
  };
}
