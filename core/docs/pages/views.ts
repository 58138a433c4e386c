import type { Frame } from '#core/web/frame.ts';
import type { Usage } from '../generate/asking/usage.ts';
import type { GenerationReport } from '../schema.ts';
import { inPath } from '../variant.ts';

/** What every page of the service needs. */
export interface PageFrame extends Frame {
  readonly isAdmin: boolean;
  /** What is "now" on the page. */
  readonly now: Date;
}

/** How far a running generation is. */
export interface RunningView {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly page: string | null;
  readonly seconds: number;
  readonly used: Usage;
}

/** A project as one reader sees it. */
export interface ProjectView {
  readonly name: string;
  readonly owner: string;
  readonly isOwn: boolean;
  /** May abort and delete; regenerating is the owner's alone, whose name a generation carries. */
  readonly mayWrite: boolean;
  readonly status: 'generating' | 'ready' | 'error';
  readonly repository: string;
  readonly branch: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** Who would write with these settings now; null: the reader cannot generate it. */
  readonly nextWriter: string | null;
  readonly commit: string | null;
  readonly generatedAt: string | null;
  readonly pages: number;
  readonly errorPages: number;
  readonly error: string | null;
  /** Absent: nothing runs, or nothing is known of it yet. */
  readonly running?: RunningView;
}

/** One of several sites of a project. */
export type VariantView = Pick<
  ProjectView,
  'name' | 'owner' | 'isOwn' | 'branch' | 'status' | 'errorPages' | 'generatedAt'
>;

/** The state of a project; `gaps`: ready, with pages that failed. */
export type ProjectState = 'generating' | 'ready' | 'gaps' | 'error';

/** Which of the projects a list shows. */
export interface Selection {
  /** What is looked for; empty: nothing. */
  readonly text: string;
  readonly state: ProjectState | undefined;
  /** Projects in which the text is found, by state. */
  readonly counts: Readonly<Record<ProjectState, number>>;
  /** Number of the reader's projects, whatever is looked for. */
  readonly all: number;
  readonly matching: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The first one shown, from 1. */
  readonly from: number;
}

/** A page of a running generation. */
export interface WritingView {
  readonly title: string;
  readonly state: 'done' | 'writing' | 'waiting';
}

/** What a generation looked up in the repository. */
export interface ChecksView {
  readonly commit: string | null;
  readonly report: GenerationReport;
}

/** Addresses of a project's things; `?owner=` stands where the name alone would mean another. */
export function projectUrls({ name, owner, isOwn }: Pick<ProjectView, 'name' | 'owner' | 'isOwn'>) {
  const path = inPath(name);
  const query = isOwn ? '' : `?owner=${encodeURIComponent(owner)}`;
  return {
    page: `/projects/${path}${query}`,
    site: `/docs/${path}/${query}`,
    sitePage: (slug: string) => `/docs/${path}/${encodeURIComponent(slug)}.html${query}`,
    download: `/api/projects/${path}/download${query}`,
    retry: `/projects/${path}/retry${query}`,
    abort: `/projects/${path}/abort${query}`,
    remove: `/projects/${path}/delete${query}`,
  };
}
