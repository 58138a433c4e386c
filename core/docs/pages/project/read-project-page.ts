import { grantees } from '#core/identity/grants.ts';
import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { inWords, writtenBy } from '../../generate/asking/writer.ts';
import { pagesIn, planOf } from '../../plan.ts';
import { listGenerations, readFamily, readProject } from '../../store.ts';
import { type Generation, generationPages, type Project } from '../../tables.ts';
import { listAnswers } from '../../projects/page-answers.ts';
import { projectOf } from '../../variant.ts';
import { generateViewOf } from '../generate/generate-view.ts';
import { viewOf } from '../project-view.ts';
import type { WritingView } from '../views.ts';
import type { ProjectContent } from './project.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'ai' | 'home' | 'environment'>;

const none: never[] = [];
const maxRuns = 1_000;

/** What the page of one project shows. Who has access is for administrators, as in the interface. */
export async function readProjectPage(
  needs: Needs,
  caller: Caller,
  name: string,
  owner?: string,
): Promise<ProjectContent> {
  const project = await readProject(needs, caller, name, owner);
  const key = { owner: project.owner, name: projectOf(project.name) };
  const [view, history, family, users, guests] = await Promise.all([
    viewOf(needs, caller, project),
    listGenerations(needs, project),
    readFamily(needs, project),
    caller.isAdmin ? listUsers(needs) : none,
    caller.isAdmin ? grantees(needs, key) : none,
  ]);
  const isGuest = new Set<string>(guests);
  const last = history.find(({ status, report }) => status === 'ready' && report !== null);
  const shown = shownSite(project, last);
  const plan = planOf(shown);
  const report = view.mayWrite && last?.report;
  const running = history.find(({ id }) => view.running && id === project.generation);
  const mayGenerate = view.mayWrite && view.isOwn && project.status !== 'generating';
  return {
    project: { ...view, pages: shown.pages, errorPages: shown.error_pages },
    ...(plan && { plan }),
    ...(report && { checks: { commit: last.commit_sha, report } }),
    ...(mayGenerate && { generate: await generateViewOf(needs, caller) }),
    answers: view.mayWrite ? await listAnswers(needs, project) : none,
    writing: running ? await writingOf(needs, running) : none,
    used: last,
    failedPages: await failedOf(needs, project, history),
    variants: family.map(
      ({ name: site, owner: by, branch, status, error_pages, last_generated }) => ({
        name: site,
        owner: by,
        isOwn: view.isOwn,
        branch,
        status,
        errorPages: error_pages,
        generatedAt: last_generated,
      }),
    ),
    history,
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
  { status, site, plan_json, page_count, error_pages }: Project,
  last: Generation | undefined,
): Pick<Generation, 'plan_json' | 'pages' | 'error_pages'> {
  if (status === 'ready') return { plan_json, pages: page_count, error_pages };
  const counts = site && { pages: site.page_count, error_pages: site.error_pages };
  if (last) return { ...last, ...counts };
  return counts ? { plan_json: null, ...counts } : { plan_json, pages: page_count, error_pages };
}

/** More pages are counted, and not named. */
const maxNamedPages = 100;

/** The pages of a running generation, in the order of its plan. The rows of those that are written
 * hold their text: only the others are read. */
async function writingOf(
  { records }: Pick<Needs, 'records'>,
  generation: Generation,
): Promise<readonly WritingView[]> {
  const { id, stage } = generation;
  const plan = planOf(generation);
  const pages = plan ? pagesIn(plan) : [];
  if (stage !== 'generating_pages' || pages.length > maxNamedPages) return none;
  const slugsIn = async (state: 'claimed' | 'waiting') => {
    const query = { index: 'by_state', where: { generation: id, state }, limit: maxNamedPages };
    const { rows } = await records.list(generationPages, query);
    return new Set(rows.map(({ slug }) => slug));
  };
  const [claimed, waiting] = await Promise.all([slugsIn('claimed'), slugsIn('waiting')]);
  return pages.map(({ slug, title }) => ({
    title,
    state: claimed.has(slug) ? 'writing' : waiting.has(slug) ? 'waiting' : 'done',
  }));
}

/** What the latest generation that wrote pages could not write. One that found the site up to date
 * has no report. */
async function failedOf(
  needs: Needs,
  project: Project,
  history: readonly Generation[],
): Promise<ReadonlyMap<string, string>> {
  const reported = (runs: readonly Reported[]) =>
    runs.find(({ status, report }) => status !== 'generating' && report !== null);
  const latest =
    reported(history) ??
    (project.error_pages > 0 && reported(await listGenerations(needs, project, maxRuns)));
  return failedIn(latest || undefined);
}

type Reported = Pick<Generation, 'status' | 'report' | 'writer'>;

/** Slugs of pages that failed, and why. */
function failedIn(run: Reported | undefined): ReadonlyMap<string, string> {
  const pages = run?.report?.pages ?? [];
  return new Map(
    pages
      .filter(({ result }) => result === 'failed')
      .map(({ slug, reason }) => [
        slug,
        inWords(reason ?? 'No reason was recorded', run?.writer ?? null),
      ]),
  );
}
