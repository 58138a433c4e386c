import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// The result of `git init` without templates. With symlinks=false a link in the tree becomes a file
// that holds its target, also when an AI command line runs git in the clone later.
const config = `[core]
\trepositoryformatversion = 0
\tbare = false
\tsymlinks = false
`;

export async function makeRepository(directory: string): Promise<void> {
  const folder = join(directory, '.git');
  await mkdir(join(folder, 'objects', 'pack'), { recursive: true });
  await mkdir(join(folder, 'refs', 'heads'), { recursive: true });
  await writeFile(join(folder, 'config'), config);
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
}
