import * as z from 'zod/mini';
import { isFailure } from '../platform/failure.ts';
import type { Scm } from './client.ts';
import { repositoryPath, type PullRequestName } from './pull-request.ts';

const schema = z.object({
  type: z.literal('file'),
  encoding: z.literal('base64'),
  content: z.string(),
});

/** A file of at most 1 MB at a commit or, without one, on the default branch. Undefined: there is no
 * such file. */
export async function readContent(
  scm: Scm,
  name: Pick<PullRequestName, 'owner' | 'repo'>,
  { path, commit }: { readonly path: string; readonly commit?: string },
): Promise<string | undefined> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = commit === undefined ? '' : `?${new URLSearchParams({ ref: commit }).toString()}`;
  try {
    const answer = await scm.json(`${repositoryPath(name)}/contents/${encoded}${query}`);
    // Of a folder it is a list.
    const { data } = schema.safeParse(answer);
    return data && Buffer.from(data.content, 'base64').toString('utf8');
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}
