import { offline } from '#core/ai/provider-ids.ts';
import { providerTitle, withTitles } from '#core/ai/providers.ts';
import type { Ai, AiProgram } from '#core/platform/ports/ai.ts';
import type { Generation } from '#core/docs/tables.ts';

/** The offline writer has no model, and the footers of its pages say so. Older rows have the second
 * name. */
export function isOffline(writer: string | null): boolean {
  return writer === offline || writer === 'offline writer';
}

type Wrote = Pick<Generation, 'writer'> & {
  readonly ai_provider: string | null;
  readonly ai_model: string | null;
};

/** Who writes, for the generation's row. Null: the provider's own program. */
export async function writerOf(
  { ai }: { readonly ai: Pick<Ai, 'program'> },
  { ai_provider, ai_model }: Pick<Generation, 'ai_provider' | 'ai_model'>,
): Promise<string | null> {
  if (ai_provider === offline) return offline;
  const { title, kind } = await ai.program(ai_provider);
  return kind === 'replaced' ? `${title} (${ai_model})` : null;
}

/** A message of a generation for people: it names the program instead of the provider's id. */
export function inWords(message: string, writer: string | null): string {
  return withTitles(message, writer?.replace(/ \(.*\)$/, ''));
}

/** Who wrote, for people: `offline`, or a program and its model. Null: never generated. */
export function writerName({ writer, ai_provider, ai_model }: Wrote): string | null {
  if (writer !== null || ai_provider === null) return writer;
  const title = providerTitle(ai_provider);
  return ai_model === null ? title : `${title} (${ai_model})`;
}

/** Who would write now. The offline writer has no model. */
export function programName({ title, kind }: AiProgram, model: string | null): string {
  if (kind === 'offline') return `the built-in ${title}`;
  return model === null ? title : `${title} (${model})`;
}

interface Entry extends Wrote {
  readonly status: string;
  readonly report: unknown;
}

/** Who wrote the project's site, of its history with the latest first; the command line and the
 * pages both ask here. A generation that found the site up to date wrote nothing and has no report. */
export function writtenBy(
  project: Omit<Wrote, 'writer'>,
  history: readonly Entry[],
): string | null {
  const last = history.find(({ status, report }) => status === 'ready' && report !== null);
  return writerName(last ?? { ...project, writer: null });
}
