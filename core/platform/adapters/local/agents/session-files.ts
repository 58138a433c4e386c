import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where sessions keep their conversations, which the SDK writes, and their empty working folders. */
export function sessionFiles(directory: string) {
  const conversations = join(directory, 'conversations');
  const workplace = (id: string) => join(directory, 'workplaces', id);

  /** Undefined: no turn of the session was written yet. */
  async function fileOf(id: string): Promise<string | undefined> {
    const names = await readdir(conversations).catch(() => []);
    const name = names.find((entry) => entry.endsWith(`_${id}.jsonl`));
    return name === undefined ? undefined : join(conversations, name);
  }

  return {
    conversations,
    workplace,
    fileOf,

    async remove(id: string): Promise<void> {
      const file = await fileOf(id);
      if (file !== undefined) await rm(file, { force: true });
      await rm(workplace(id), { recursive: true, force: true });
    },
  };
}
