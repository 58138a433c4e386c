import { projectFiles } from '#core/docs/project-files.ts';
import { projects, type Project } from '#core/docs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { publishFiles } from './publish-files.ts';

/** Adds a project with a finished generation and these files as its site. */
export async function addProject(
  { records, blobs }: Pick<Platform, 'records' | 'blobs'>,
  changes: Partial<Project> & Pick<Project, 'name'>,
  files?: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  const at = '2026-03-01T11:00:00.000Z';
  const isFinished = files !== undefined;
  const row = {
    owner: 'admin',
    repo_url: `https://code.example/team/${changes.name}`,
    status: isFinished ? ('ready' as const) : ('error' as const),
    last_commit_sha: isFinished ? 'c'.repeat(40) : null,
    last_generated: isFinished ? at : null,
    page_count: isFinished ? 2 : 0,
    created_at: at,
    updated_at: at,
    ai_provider: 'provider_a',
    ai_model: 'sonnet',
    ...changes,
  };
  await records.put(projects, row);
  if (!isFinished) return;
  await publishFiles(blobs, projectFiles(row).site, files);
}
