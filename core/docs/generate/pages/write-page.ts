import { callMilliseconds } from '#core/ai/call-milliseconds.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { pagesIn } from '../../plan.ts';
import { checkCitations } from '../../evidence/citations.ts';
import { codeHost } from '#core/text/code-host.ts';
import { namedFiles } from '../../evidence/names/name.ts';
import { sourceView } from '../../evidence/source-view.ts';
import { verifyUsedFiles } from '../../evidence/used-files.ts';
import type { Plan, PlanPage } from '../../plan.ts';
import { type Look, pagePrompt, secondLookPrompt } from '../prompts/page-prompt.ts';
import type { Generation, GenerationPage } from '../../tables.ts';
import { projectOf } from '../../variant.ts';
import { openTree } from '../obtain.ts';
import { assertBelowLimit } from '../asking/cost-limit.ts';
import { usageOf, type Usage } from '../asking/usage.ts';
import { docsSettings } from '../../settings.ts';
import { findCached, type CachedMarkdown } from './page-cache.ts';
import { readPage } from './page-text.ts';

type Needs = Pick<
  Platform,
  'records' | 'blobs' | 'ai' | 'git' | 'trees' | 'clock' | 'environment' | 'home' | 'templates'
>;

export interface Written {
  readonly row: Partial<GenerationPage>;
  /** For later generations; undefined: the page failed. */
  readonly cached: CachedMarkdown | undefined;
}

interface PageTask {
  readonly generation: Generation;
  readonly plan: Plan;
  readonly page: PlanPage;
  /** When the step began, in milliseconds. */
  readonly began: number;
  /** An earlier attempt has the answer: it comes from the store, and costs nothing. */
  readonly isPaid?: boolean;
}

/** The page out of the cache or from the model, with its evidence checked. A model that fails
 * fails the page alone. */
export async function writePage(
  needs: Needs,
  task: PageTask,
  signal: AbortSignal,
): Promise<Written> {
  const { generation, plan, page } = task;
  const tree = await openTree(needs, generation);
  if (!tree) throw new Failure('upstream', 'no_tree', 'Generation was interrupted');
  try {
    const { reason, cached } = await findCached(needs, generation, page, tree);
    if (cached) {
      const checked = await check(cached.markdown);
      return { row: { ...checked, reused: true, reason }, cached };
    }
    if (!task.isPaid) await assertBelowLimit(needs, generation);
    const answer = await ask(needs, task, tree, signal);
    const first = usageOf(answer);
    try {
      const { draft, usage } = await finish({ draft: await make(answer), usage: first });
      const { checked, files, markdown } = draft;
      return { row: { ...checked, ...usage, files, reason }, cached: { markdown, files } };
    } catch (error) {
      return { row: { ...first, ...failed(error) }, cached: undefined };
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { row: failed(error), cached: undefined };
  } finally {
    await tree.close();
  }

  /** The page in an answer. */
  async function make({ text }: AiAnswer) {
    const { markdown, paths } = readPage(text);
    const checked = await check(markdown);
    const cited = checked.citations.map(({ path }) => path);
    // A list that leaves out what the page itself cites is still one: the two are put together.
    const used = paths.length === 0 ? [] : [...paths, ...cited];
    return {
      markdown,
      checked,
      files: await verifyUsedFiles(tree as Tree, used, namedFiles(markdown)),
    };
  }

  async function finish(first: { draft: Awaited<ReturnType<typeof make>>; usage: Usage }) {
    // The offline writer would say the same again.
    if (generation.ai_provider === offline || !docsSettings(needs.environment).SECOND_LOOK)
      return first;
    const again = (look: Look) => ask(needs, task, tree as Tree, signal, look);
    // Most installations do not ask for it: its code is loaded at the first use.
    const { secondLook } = await import('../asking/second-look.ts');
    return secondLook(tree as Tree, first, { ask: again, make, signal });
  }

  async function check(markdown: string) {
    const { repo_url, commit_sha } = generation;
    const remote = codeHost(repo_url, commit_sha ?? '');
    const host = remote?.isKnown ? remote : sourceView;
    const slugs = new Set(pagesIn(plan).map(({ slug }) => slug));
    const checked = await checkCitations(markdown, { tree: tree as Tree, host, slugs });
    const { citations, removed } = checked;
    return { markdown: checked.markdown, citations: [...citations], removed_citations: removed };
  }
}

async function ask(
  needs: Needs,
  { generation, plan, page, began }: PageTask,
  tree: Tree,
  signal: AbortSignal,
  look?: Look,
): Promise<AiAnswer> {
  const { id, name, commit_sha, ai_provider, ai_model, outline, tags, uncommitted } = generation;
  const directory = await tree.directory();
  const files = { outline: outline ?? '', tags, uncommitted };
  const question = { project: projectOf(name), plan, page, ...files };
  return needs.ai.ask({
    provider: ai_provider,
    model: ai_model,
    prompt: look
      ? await secondLookPrompt(needs, question, look)
      : await pagePrompt(needs, question),
    directory,
    timeoutMilliseconds: callMilliseconds(needs, generation, began),
    signal,
    inputHash: `${commit_sha} ${id}`,
    work: id,
    isForWork: true,
  });
}

/** Only what the model or its command did: an outage of ours is thrown on. */
function failed(error: unknown): Partial<GenerationPage> {
  if (!isFailure(error, 'upstream')) throw error;
  return { markdown: null, error: maskSecrets(error.message).slice(0, 2_000) };
}
