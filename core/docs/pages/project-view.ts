import { offline } from '#core/ai/provider-ids.ts';
import { withTitles } from '#core/ai/providers.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { ProjectView, RunningView } from './views.ts';
import { lastProgress } from '../generate/progress/read-progress.ts';
import type { Listed, Project } from '../tables.ts';
import { chooseModel, programName } from '../generate/asking/writer.ts';

type Needs = Pick<Platform, 'feed' | 'clock' | 'environment' | 'ai'>;

/** A project as this caller sees it, with how far it is while it is generated. */
export async function viewOf(needs: Needs, caller: Caller, project: Listed): Promise<ProjectView> {
  const { owner, status } = project;
  const isOwn = owner === caller.username;
  const mayWrite = caller.isAdmin || (isOwn && caller.role !== 'viewer');
  const generation = status === 'generating' ? project.generation : null;
  const running = generation === null ? {} : await runningOf(needs, generation);
  return {
    name: project.name,
    owner,
    isOwn,
    mayWrite,
    status,
    repository: caller.isAdmin || isOwn ? project.repo_url : shownTo(project.repo_url),
    branch: project.branch,
    provider: project.ai_provider,
    model: project.ai_model,
    nextWriter: mayWrite && isOwn ? await nextWriter(needs, project) : null,
    commit: project.last_commit_sha,
    generatedAt: project.last_generated,
    pages: project.page_count,
    errorPages: project.error_pages,
    error: await errorOf(needs, project),
    ...running,
  };
}

async function errorOf(
  { ai }: Pick<Needs, 'ai'>,
  { error_message, ai_provider }: Pick<Project, 'error_message' | 'ai_provider'>,
): Promise<string | null> {
  if (error_message === null || ai_provider === null) return error_message;
  return withTitles(error_message, (await ai.program(ai_provider)).title);
}

/** After the offline writer, who writes is chosen again: a model may be installed by now. */
async function nextWriter(
  { environment, ai }: Pick<Needs, 'environment' | 'ai'>,
  project: Pick<Project, 'ai_provider' | 'ai_model'>,
): Promise<string | null> {
  if (project.ai_provider === null) return null;
  const isOffline = project.ai_provider === offline;
  const { ai_provider, ai_model } = await chooseModel(
    { environment, ai },
    isOffline ? {} : project,
  );
  return programName(await ai.program(ai_provider), ai_model);
}

async function runningOf(
  { feed, clock }: Pick<Needs, 'feed' | 'clock'>,
  generation: string,
): Promise<Pick<ProjectView, 'running'>> {
  const progress = await lastProgress({ feed }, generation);
  if (!progress) return {};
  const since = (clock.now().getTime() - Date.parse(progress.at)) / 1000;
  const running: RunningView = {
    stage: progress.stage,
    done: progress.pages_done,
    total: progress.pages_total,
    page: progress.page,
    seconds: progress.elapsed_seconds + Math.max(0, since),
    used: progress,
  };
  return { running };
}

/** Where a folder lies on the server is for those who run it. */
function shownTo(repository: string): string {
  return repository.startsWith('/') ? 'a local folder' : repository;
}
