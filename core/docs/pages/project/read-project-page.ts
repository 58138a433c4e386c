import { grantees } from '#core/identity/grants.ts';
import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readAfter, stateOf } from '#core/docs/generate/progress/follow.ts';
import { entryOf, type GenerationEntry } from '#core/docs/projects/history.ts';
import { generateViewOf } from '../generate/generate-view.ts';
import type { ProjectContent } from './project.ts';
import type { RunView, WritingView } from '../views.ts';
import { checksOf, readReport } from './read-report.ts';
import { planSchema, type Plan } from '#core/docs/plan.ts';
import { sum, viewOf } from '../project-view.ts';
import { listGenerations, readProject } from '#core/docs/store.ts';
import { generationPages, type Generation, type Project } from '#core/docs/tables.ts';
import { inWords, writerName, writtenBy } from '#core/docs/generate/asking/writer.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'ai' | 'home' | 'environment'>;

const none: never[] = [];
const longestBack = 1_000;

/** What the page of one project shows, when that is not what it shows already (`seen`). Who has
 * access is for administrators, as in the interface. */
export function readProjectPage(
  needs: Needs,
  caller: Caller,
  name: string,
  { owner, seen }: { readonly owner?: string | undefined; readonly seen?: string | undefined } = {},
): Promise<ProjectContent> {
  return readAfter(needs, seen, () => readContent(needs, caller, name, owner));
}

async function readContent(
  needs: Needs,
  caller: Caller,
  name: string,
  owner: string | undefined,
): Promise<ProjectContent> {
  const project = await readProject(needs, caller, name, owner);
  const [view, rows, users, guests] = await Promise.all([
    viewOf(needs, caller, project),
    listGenerations(needs, project),
    caller.isAdmin ? listUsers(needs) : none,
    caller.isAdmin ? grantees(needs, project) : none,
  ]);
  const isGuest = new Set<string>(guests);
  const history = rows.map(entryOf);
  const last = rows.find(({ status, report }) => status === 'ready' && report !== null);
  const shown = shownSite(project, last);
  const plan = planOf(shown.plan_json);
  const follows = view.follow ? [view.follow] : [];
  const written = last && entryOf(last);
  const checks = view.mayWrite && written && checksOf(written.report, written.commit_sha);
  const running = rows.find(({ id }) => view.running && id === project.generation);
  const mayGenerate = view.mayWrite && view.isOwn && project.status !== 'generating';
  return {
    project: { ...view, pages: shown.pages, errorPages: shown.error_pages },
    seen: stateOf([project.version, follows, guests]),
    follows,
    ...(plan && { plan }),
    ...(checks && { checks }),
    ...(mayGenerate && { generate: await generateViewOf(needs, caller) }),
    writing: running ? await writingOf(needs, running) : none,
    used: written ? { tokens: tokensOf(written), cost: written.cost_usd } : undefined,
    failedPages: await failedOf(needs, project, history),
    history: history.map(runOf),
    writer: writtenBy(project, history),
    ...(caller.isAdmin && {
      access: {
        guests,
        candidates: users
          .map(({ username }) => username)
          .filter((username) => username !== project.owner && !isGuest.has(username)),
      },
    }),
  };
}

/** Plan and counts of the site that is there: while a generation runs, or after it has failed, the
 * record has those of the generation. `last` is the latest that wrote the site. */
function shownSite(
  { status, plan_json, page_count, error_pages }: Project,
  last: Generation | undefined,
): Pick<Generation, 'plan_json' | 'pages' | 'error_pages'> {
  if (status !== 'ready' && last) return last;
  return { plan_json, pages: page_count, error_pages };
}

function planOf(text: string | null): Plan | undefined {
  const parsed = planSchema.safeParse(text === null ? undefined : JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** More pages are counted, and not named. */
const mostNamed = 100;

/** The pages of a running generation, in the order of its plan. The rows of those that are written
 * hold their text: only the others are read. */
async function writingOf(
  { records }: Pick<Needs, 'records'>,
  { id, stage, plan_json }: Generation,
): Promise<readonly WritingView[]> {
  const pages = planOf(plan_json)?.navigation.flatMap((group) => group.pages) ?? [];
  if (stage !== 'generating_pages' || pages.length > mostNamed) return none;
  const slugsIn = async (state: 'claimed' | 'waiting') => {
    const query = { index: 'by_state', where: { generation: id, state }, limit: mostNamed };
    const { rows } = await records.list(generationPages, query);
    return new Set(rows.map(({ slug }) => slug));
  };
  const [claimed, waiting] = await Promise.all([slugsIn('claimed'), slugsIn('waiting')]);
  return pages.map(({ slug, title }) => ({
    title,
    state: claimed.has(slug) ? 'writing' : waiting.has(slug) ? 'waiting' : 'done',
  }));
}

function tokensOf({ input_tokens, output_tokens }: GenerationEntry): number | null {
  return sum(input_tokens, output_tokens);
}

function runOf(entry: GenerationEntry): RunView {
  const { started_at, ended_at } = entry;
  return {
    id: entry.id,
    status: entry.status as RunView['status'],
    startedAt: started_at,
    seconds: ended_at === null ? null : (Date.parse(ended_at) - Date.parse(started_at)) / 1000,
    commit: entry.commit_sha,
    pages: entry.pages,
    reused: entry.reused_pages,
    failed: entry.error_pages,
    tokens: tokensOf(entry),
    cost: entry.cost_usd,
    error: entry.error_message === null ? null : inWords(entry.error_message, entry.writer),
    writer: writerName(entry) ?? '',
  };
}

/** What the latest generation that wrote pages could not write. One that found the site up to date
 * has no report. */
async function failedOf(
  needs: Needs,
  project: Project,
  history: readonly GenerationEntry[],
): Promise<ReadonlyMap<string, string>> {
  const reported = (runs: readonly Reported[]) =>
    runs.find(({ status, report: found }) => status !== 'generating' && found !== null);
  const latest =
    reported(history) ??
    (project.error_pages > 0 && reported(await listGenerations(needs, project, longestBack)));
  return failedIn(latest || undefined);
}

type Reported = Pick<GenerationEntry, 'status' | 'report' | 'writer'>;

/** Slugs of pages that failed, and why. */
function failedIn(run: Reported | undefined): ReadonlyMap<string, string> {
  const pages = readReport(run?.report)?.pages ?? [];
  return new Map(
    pages
      .filter(({ result }) => result === 'failed')
      .map(({ slug, reason }) => [
        slug,
        inWords(reason ?? 'No reason is known', run?.writer ?? null),
      ]),
  );
}
