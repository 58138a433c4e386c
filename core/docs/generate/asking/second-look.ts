import { isFailure } from '#core/platform/failure.ts';
import type { AiAnswer } from '#core/platform/ports/programs/ai.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import type { Look } from '../prompts/page-prompt.ts';
import { sumUsage, usageOf, type Usage } from './usage.ts';

/** A longer page is not sent back. */
const maxMarkdownLength = 200_000;

interface Draft {
  readonly markdown: string;
  readonly checked: { readonly markdown: string; readonly removed_citations: number };
}

/**
 * Sends a page with names that are not in the repository back to the model, once. The second answer
 * is used if it misses fewer names and is not worse otherwise; what it took counts in any case.
 */
export async function secondLook<Made extends Draft>(
  tree: Pick<Tree, 'files' | 'read'>,
  first: { readonly draft: Made; readonly usage: Usage },
  {
    ask,
    make,
    signal,
  }: {
    ask: (look: Look) => Promise<AiAnswer>;
    /** Checks an answer. Throws for one that is no page. */
    make: (answer: AiAnswer) => Promise<Made>;
    signal: AbortSignal;
  },
): Promise<{ readonly draft: Made; readonly usage: Usage }> {
  const { markdown } = first.draft;
  if (markdown.length > maxMarkdownLength) return first;
  const names = await missingIn(first.draft);
  if (names.missing.length === 0) return first;
  let usage = first.usage;
  try {
    const answer = await ask({ draft: markdown, missing: names.missing });
    usage = sumUsage(usage, [usageOf(answer)]);
    const draft = await make(answer);
    const again = await missingIn(draft);
    const isBetter =
      again.count < names.count &&
      draft.checked.removed_citations <= first.draft.checked.removed_citations &&
      // A page that says nothing misses nothing.
      draft.markdown.length > markdown.length / 2;
    return { draft: isBetter ? draft : first.draft, usage };
  } catch (error) {
    if (signal.aborted || !isFailure(error, 'upstream')) throw error;
    return { draft: first.draft, usage };
  }

  async function missingIn({ checked }: Draft) {
    // Only where the setting asks for it: the other page steps start without it.
    const { checkNames } = await import('../../evidence/names/check-names.ts');
    const [page] = await checkNames(tree, [{ slug: '', ...checked }], signal);
    return { missing: page?.missing ?? [], count: page ? page.checked - page.found : 0 };
  }
}
