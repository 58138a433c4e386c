import * as z from 'zod/mini';
import { shaped, type Scm } from './client.ts';
import { limits, pullPath, repositoryPath, type PullRequestName } from './pull-request.ts';

const number = z.catch(z.number(), 0);
const schema = z.object({
  filename: z.string(),
  status: z.catch(z.string(), 'modified'),
  additions: number,
  deletions: number,
  patch: z.catch(z.optional(z.string()), undefined),
  previous_filename: z.catch(z.optional(z.string()), undefined),
});

export interface ChangedFile {
  readonly path: string;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  /** Hunks without file headers; empty for a binary or very large file. */
  readonly patch: string;
  readonly previousPath: string | undefined;
}

/** The files of a pull request; the host lists at most 3,000. */
export async function listFiles(scm: Scm, name: PullRequestName): Promise<ChangedFile[]> {
  const timeoutMilliseconds = limits.files;
  return (await scm.all(`${pullPath(name)}/files`, { timeoutMilliseconds })).map(fileOf);
}

/** The files that differ between the merge base of two commits and the second; at most 300. */
export async function compareFiles(
  scm: Scm,
  name: PullRequestName,
  [base, head]: readonly [string, string],
): Promise<ChangedFile[]> {
  const range = `${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  const answer = await scm.json(`${repositoryPath(name)}/compare/${range}`, {
    timeoutMilliseconds: limits.files,
  });
  const { files = [] } = answer as { files?: unknown[] };
  return files.map(fileOf);
}

function fileOf(entry: unknown): ChangedFile {
  const data = shaped(entry, schema);
  const { filename: path, status, additions, deletions, patch = '' } = data;
  return { path, status, additions, deletions, patch, previousPath: data.previous_filename };
}
