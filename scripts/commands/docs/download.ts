import { save } from '../line/save.ts';
import { print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';
import { ownerOf, projectPath } from './options.ts';

export async function download(
  { client, options, shell }: DocsContext,
  [name]: readonly string[],
): Promise<void> {
  const request = { path: projectPath(name, '/download'), query: ownerOf(options) };
  const file = options.output ?? `${name ?? ''}-docs.tar.gz`;
  await save(client, request, file, shell);
  if (file !== '-') print(shell, options, { file }, `Written to ${file}`);
}
