import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// What `git init` would make, without templates. A link in the tree becomes a file that holds its
// target, also for whoever runs git inside the clone later, such as an AI command line.
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
