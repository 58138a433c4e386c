import { offline } from '#core/ai/provider-ids.ts';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { generations, type Project } from '../tables.ts';
import { projectOf } from '../variant.ts';
import { generate, type GenerateNeeds } from './generate.ts';

/** Writes the pages that failed the last time, with the settings of that time. At the same commit the
 * others come from the cache. */
export async function retry(needs: GenerateNeeds, caller: Caller, project: Stored<Project>) {
  const { owner, name, repo_url, branch, ai_provider, ai_model } = project;
  if (owner !== caller.username) {
    const message = `Only the owner, '${owner}', can retry '${name}'`;
    throw new Failure('forbidden', 'not_owner', message);
  }
  if (project.status === 'ready' && project.error_pages === 0) {
    throw new Failure('conflict', 'nothing_failed', `No page of '${name}' has failed`);
  }
  const last =
    project.generation === null
      ? undefined
      : await needs.records.get(generations, { id: project.generation });
  const isFolder = last ? last.repo_path !== null : repo_url.startsWith('/');
  const request = {
    ...(isFolder ? { repo_path: repo_url } : { repo_url }),
    name: projectOf(name),
    replace: false,
    branch,
    max_cost: last?.max_cost ?? null,
    force: false,
    // After the offline writer, who writes is chosen again: a model may be installed by now.
    ...(ai_provider !== offline && { ai_provider, ai_model }),
  };
  return generate(needs, caller, request, { completes: true });
}
