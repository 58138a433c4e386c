import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { ProjectKey } from '#core/docs/project-files.ts';
import { projects } from '#core/docs/tables.ts';

export function userNamed(username: string | null | undefined): string {
  return named(username, 'missing_username', 'Username is required');
}

export function ownerNamed(owner: string | null | undefined): string {
  return named(owner, 'missing_owner', 'Project owner is required');
}

export async function projectExists(
  { records }: Pick<Platform, 'records'>,
  { owner, name }: ProjectKey,
): Promise<boolean> {
  return (await records.get(projects, { owner, name })) !== undefined;
}

function named(value: string | null | undefined, code: string, message: string): string {
  if (value === undefined || value === null || value === '')
    throw new Failure('invalid', code, message);
  return value;
}
