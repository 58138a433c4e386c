import type { Caller } from '#core/identity/rules.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { ProjectKey } from '../project-files.ts';
import type { GenerateRequest } from '../schema.ts';
import { readFamily } from '../store.ts';
import { type Project, projects } from '../tables.ts';
import { projectOf } from '../variant.ts';

/** One site of the project is being generated. */
export async function isBusy(needs: Pick<Platform, 'records'>, key: ProjectKey): Promise<boolean> {
  return (await readFamily(needs, key)).some(({ status }) => status === 'generating');
}

interface LaterRequest {
  readonly key: ProjectKey;
  readonly before: Stored<Project> | undefined;
  readonly caller: Caller;
  readonly request: GenerateRequest;
}

/** Remembers a request until the running generation of the project has ended. False: the site's row
 * has changed meanwhile. */
export async function keepRequest(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { key, before, caller: { username, role, isAdmin, userId }, request }: LaterRequest,
): Promise<boolean> {
  const { owner, name } = key;
  const caller = { username, role, isAdmin, ...(userId !== undefined && { userId }) };
  const queued = { request, caller };
  if (before) {
    const { generation, status } = before;
    const update = records.update(projects, { owner, name }, { queued }, { generation, status });
    return isWritten(update);
  }
  const now = clock.now().toISOString();
  const waiting = {
    status: 'error' as const,
    error_message: `Waiting for another generation of '${projectOf(name)}' to end`,
    repo_url: request.repo_url ?? request.repo_path ?? '',
    branch: request.branch ?? null,
    created_at: now,
    updated_at: now,
  };
  return isWritten(records.insert(projects, { owner, name, ...waiting, queued }));
}
