import type { Caller } from '#core/identity/rules.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { GenerateRequest } from '#core/docs/schema.ts';
import { projects, type Project } from '#core/docs/tables.ts';

/** Remembers a request until the running generation has ended. False: it has ended meanwhile. */
export async function keepRequest(
  { records }: Pick<Platform, 'records'>,
  { owner, name, generation }: Stored<Project>,
  { username, role, isAdmin, userId }: Caller,
  request: GenerateRequest,
): Promise<boolean> {
  const caller = { username, role, isAdmin, ...(userId !== undefined && { userId }) };
  const running = { generation, status: 'generating' as const };
  const queued = { request, caller };
  return isWritten(records.update(projects, { owner, name }, { queued }, running));
}
