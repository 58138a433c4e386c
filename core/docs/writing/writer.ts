import { providerTitle } from '#core/ai/providers.ts';
import type { AiProgram } from '#core/platform/ports/ai.ts';
import type { Generation } from '../tables.ts';

/** Answers where no model is installed. The footers of its pages say so. */
export const offlineWriter = 'offline writer';

type Wrote = Pick<Generation, 'writer'> & {
  readonly ai_provider: string | null;
  readonly ai_model: string | null;
};

/** Who wrote, for people: `offline writer`, or a program and its model. Null: never generated. */
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

/** A message for people: with the program's name in place of the provider's id. */
export function withTitles(message: string): string {
  return message.replace(/\bprovider_[a-z]\b/g, (id) => providerTitle(id));
}
