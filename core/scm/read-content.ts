import * as z from 'zod/mini';
import { Failure, unlessMissing } from '#core/platform/failure.ts';
import type { Scm } from './client.ts';
import { repositoryPath, type PullRequestName } from './pull-request.ts';

const schema = z.object({
  type: z.literal('file'),
  encoding: z.literal('base64'),
  content: z.string(),
});
const folder = z.array(z.unknown());

/** A file at a commit or, without one, on the default branch. Undefined: there is no such file. One
 * above 1 MB, or a link out of the repository, is Failure('unprocessable', 'unreadable'). */
export async function readContent(
  scm: Scm,
  name: Pick<PullRequestName, 'owner' | 'repo'>,
  { path, commit }: { readonly path: string; readonly commit?: string },
): Promise<string | undefined> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = commit === undefined ? '' : `?${new URLSearchParams({ ref: commit }).toString()}`;
  const url = `${repositoryPath(name)}/contents/${encoded}${query}`;
  const answer = await unlessMissing(scm.json(url));
  if (answer === undefined || folder.safeParse(answer).success) return undefined;
  const { data } = schema.safeParse(answer);
  if (data) return Buffer.from(data.content, 'base64').toString('utf8');
  throw new Failure('unprocessable', 'unreadable', `The code host gives no content of ${path}`);
}
