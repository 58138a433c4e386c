import { basename } from 'node:path';
import type { Caller } from '../identity/rules.ts';
import type { Platform } from '../platform/ports.ts';
import type { ProjectView, RunningView } from './pages/views.ts';
import { lastProgress } from './read-progress.ts';
import type { Project } from './tables.ts';
import { programName, withTitles } from './writer.ts';

type Needs = Pick<Platform, 'feed' | 'clock' | 'ai'>;

/** A project as this caller sees it, with how far it is while it is generated. */
export async function viewOf(
  needs: Needs,
  caller: Caller,
  project: Omit<Project, 'plan_json'>,
): Promise<ProjectView> {
  const { owner, status } = project;
  const isOwn = owner === caller.username;
  const mayWrite = caller.isAdmin || (isOwn && caller.role !== 'viewer');
  const running = status === 'generating' ? await runningOf(needs, project) : undefined;
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
    error: project.error_message === null ? null : withTitles(project.error_message),
    ...(running && { running }),
  };
}

async function nextWriter(
  { ai }: Pick<Needs, 'ai'>,
  { ai_provider, ai_model }: Pick<Project, 'ai_provider' | 'ai_model'>,
): Promise<string | null> {
  return ai_provider === null ? null : programName(await ai.program(ai_provider), ai_model);
}

async function runningOf(
  { feed, clock }: Pick<Needs, 'feed' | 'clock'>,
  { generation }: Pick<Project, 'generation'>,
): Promise<RunningView | undefined> {
  const last = generation === null ? undefined : await lastProgress({ feed }, generation);
  if (!last) return undefined;
  const since = (clock.now().getTime() - Date.parse(last.at)) / 1000;
  return {
    stage: last.stage,
    done: last.pages_done,
    total: last.pages_total,
    page: last.page,
    seconds: last.elapsed_seconds + Math.max(0, since),
    tokens: sum(last.input_tokens, last.output_tokens),
    cost: last.cost_usd,
  };
}

/** Null where the provider says nothing. */
export function sum(input: number | null, output: number | null): number | null {
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}

/** Where a folder lies on the server is for those who run it: guests are told its name. */
function shownTo(repository: string): string {
  return repository.startsWith('/') ? basename(repository) : repository;
}
