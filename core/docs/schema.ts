import * as z from 'zod/mini';
import { Failure } from '../platform/failure.ts';

const given = z.string().check(z.minLength(1), z.maxLength(4_096));

/** The body of POST /api/generate. */
export const generateBody = z
  .strictObject({
    repo_url: z.nullish(given),
    repo_path: z.nullish(given),
    branch: z.nullish(given),
    ai_provider: z.nullish(z.string()),
    ai_model: z.nullish(z.string()),
    /** In minutes. */
    ai_cli_timeout: z.nullish(z.int().check(z.positive())),
    force: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ repo_url, repo_path }) =>
        (typeof repo_url === 'string') !== (typeof repo_path === 'string'),
      'Exactly one of repo_url and repo_path must be given',
    ),
  );

export type GenerateRequest = z.output<typeof generateBody>;

const namePattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;

export function isProjectName(name: string): boolean {
  return namePattern.test(name) && !name.includes('..');
}

/** Before the name goes near a file or a query. */
export function assertProjectName(name: string): void {
  if (isProjectName(name)) return;
  const shown = name.slice(0, 120);
  throw new Failure('invalid', 'bad_project_name', `Invalid project name: '${shown}'`);
}

/** The last part of a repository's URL or folder, in its own case. */
export function projectNameOf(source: string): string {
  const bare = source.replace(/\/+$/, '').replace(/\.git$/, '');
  return bare.slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf(':')) + 1);
}
