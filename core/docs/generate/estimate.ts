import { costOf } from '#core/ai/prices.ts';
import { offline } from '#core/ai/provider-ids.ts';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import { pagesIn, planOf } from '../plan.ts';
import type { Estimate, GenerateRequest } from '../schema.ts';
import { docsSettings } from '../settings.ts';
import { listGenerations, readRow } from '../store.ts';
import { type Generation, generations, type Project } from '../tables.ts';
import { programName } from './asking/writer.ts';
import { otherRepository, warningOf } from './other-repository.ts';
import { pageRange, type Range } from './prompts/plan-prompt.ts';
import { readOptions, readSource } from './read-request.ts';

type Needs = Pick<Platform, 'records' | 'git' | 'trees' | 'home' | 'environment' | 'ai'>;

/** Nothing is stored and no model is asked. A repository that is not known here is cloned, if that
 * takes no longer than a person waits. */
export async function estimate(
  needs: Needs,
  caller: Caller,
  request: GenerateRequest,
): Promise<Estimate> {
  const { source, name } = await readSource(needs, caller, request);
  const { ai_provider, ai_model, max_cost } = await readOptions(needs, request);
  const history = await listGenerations(needs, { owner: caller.username, name });
  const project = await readRow(needs, { owner: caller.username, name });
  const other = await otherRepository(needs, project, request, source);
  const before = other === undefined ? { project, history } : { history: [] };
  const work = await workOf(needs, before, source, request);
  const writer = programName(await needs.ai.program(ai_provider), ai_model);
  const about = { project: name, ...warningOf(name, other), writer, max_cost, ...work };
  if (ai_provider === offline) {
    const none = { from: 0, to: 0 };
    const usage = { input_tokens: none, output_tokens: none, cost_usd: none };
    return { ...about, calls: none, ...usage, max_cost: null, usage_by: 'offline' };
  }
  const isSame = (row: Sample) => row.ai_provider === ai_provider && row.ai_model === ai_model;
  const measured =
    averageOf(history.filter(isSame)) ?? averageOf((await recent(needs)).filter(isSame));
  const call = measured ?? ruleOfThumb(needs, ai_model);
  return {
    ...about,
    input_tokens: times(work.calls, call.input_tokens),
    output_tokens: times(work.calls, call.output_tokens),
    cost_usd: times(work.calls, call.cost_usd),
    usage_by: measured ? 'measured' : 'rule',
  };
}

async function workOf(
  needs: Needs,
  {
    project,
    history,
  }: { readonly project?: Project | undefined; readonly history: readonly Generation[] },
  source: GitSource,
  { force }: GenerateRequest,
): Promise<Pick<Estimate, 'pages' | 'calls' | 'pages_by'>> {
  const plan = history.map(planOf).find((each) => each !== undefined);
  if (plan) {
    const count = pagesIn(plan).length;
    const pages = { from: count, to: count };
    const sha = force ? undefined : await currentCommit(needs, source);
    const isUpToDate = project?.status === 'ready' && project.last_commit_sha === sha;
    if (isUpToDate) return { pages, calls: { from: 0, to: 0 }, pages_by: 'commit' };
    const calls = { from: force ? 1 + count : 1, to: 1 + count * looks(needs) };
    return { pages, calls, pages_by: 'plan' };
  }
  const files = await filesOf(needs, source);
  const pages = files ? pageRange(files) : { from: 2, to: 60 };
  const calls = { from: 1 + pages.from, to: 1 + pages.to * looks(needs) };
  return { pages, calls, pages_by: files ? 'files' : 'rule' };
}

/** A page with missing names goes back to the model once. */
function looks({ environment }: Pick<Needs, 'environment'>): number {
  return docsSettings(environment).SECOND_LOOK ? 2 : 1;
}

const cloneMilliseconds = 20_000;
const maxFiles = 20_000;

/** The commit of the project is not asked for longer than a clone takes. */
async function currentCommit({ git }: Needs, source: GitSource): Promise<string | undefined> {
  const signal = AbortSignal.timeout(cloneMilliseconds);
  return git.resolve(source, { signal }).catch(() => undefined);
}

/** Clones at once, for all estimates of this process. */
const maxClones = 2;
let clones = 0;

/** Undefined: the repository cannot be read now. */
async function filesOf({ git, trees }: Needs, source: GitSource) {
  if (clones >= maxClones) return undefined;
  clones += 1;
  try {
    const signal = AbortSignal.timeout(cloneMilliseconds);
    const checkout = await git.checkout(source, { signal });
    try {
      const tree = trees.at(checkout.directory);
      return await tree.files(maxFiles).finally(() => tree.close());
    } finally {
      await checkout.dispose();
    }
  } catch (error) {
    if (isFailure(error, 'upstream')) return undefined;
    throw error;
  } finally {
    clones -= 1;
  }
}

const sampleColumns = [
  ...(['ai_provider', 'ai_model', 'pages', 'reused_pages', 'error_pages'] as const),
  ...(['input_tokens', 'output_tokens', 'cost_usd'] as const),
] as const;
type Sample = Pick<Generation, (typeof sampleColumns)[number]>;

/** The latest generations of all projects. */
async function recent({ records }: Pick<Needs, 'records'>): Promise<readonly Sample[]> {
  const query = { index: 'by_lease', where: { status: 'ready' as const }, limit: 50 };
  const page = await records.listColumns(
    generations,
    { ...query, order: 'descending' },
    sampleColumns,
  );
  return page.rows;
}

interface PerCall {
  readonly input_tokens: Range | null;
  readonly output_tokens: Range | null;
  readonly cost_usd: Range | null;
}

/** What a call of these generations took. Undefined: none of them says. */
function averageOf(rows: readonly Sample[]): PerCall | undefined {
  const sample = rows.filter(({ output_tokens }) => output_tokens !== null);
  const calls = sample.reduce((sum, row) => sum + callsOf(row), 0);
  if (calls === 0) return undefined;
  const average = (key: keyof PerCall) => {
    if (sample.some((row) => row[key] === null)) return null;
    const value = sample.reduce((sum, row) => sum + (row[key] ?? 0), 0) / calls;
    return { from: value, to: value };
  };
  return {
    input_tokens: average('input_tokens'),
    output_tokens: average('output_tokens'),
    cost_usd: average('cost_usd'),
  };
}

/** The plan is a call as well. */
function callsOf({ pages, reused_pages, error_pages }: Sample): number {
  return 1 + Math.max(0, pages - reused_pages - error_pages);
}

/** A model reads some files for each answer, a large one many. */
function ruleOfThumb({ environment }: Pick<Needs, 'environment'>, model: string): PerCall {
  const input_tokens = { from: 40_000, to: 250_000 };
  const output_tokens = { from: 2_000, to: 8_000 };
  const cost = (end: keyof Range) =>
    costOf(environment, model, {
      inputTokens: input_tokens[end],
      outputTokens: output_tokens[end],
    });
  const [from, to] = [cost('from'), cost('to')];
  return {
    input_tokens,
    output_tokens,
    cost_usd: from === null || to === null ? null : { from, to },
  };
}

function times(calls: Range, each: Range | null): Range | null {
  if (!each) return null;
  const rounded = (value: number) => Number(value.toPrecision(3));
  return { from: rounded(calls.from * each.from), to: rounded(calls.to * each.to) };
}
