import { initialProvider, offline } from '#core/ai/provider-ids.ts';
import { assertArgument, providerTitle, readProvider, withTitles } from '#core/ai/providers.ts';
import type { Ai, AiProgram } from '#core/platform/ports/programs/ai.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsSettings } from '../../settings.ts';
import type { Generation } from '../../tables.ts';

interface ModelRequest {
  readonly ai_provider?: string | null | undefined;
  readonly ai_model?: string | null | undefined;
}

/** The request's provider and model, else the server's. Where neither names one, the default
 * provider, or the offline writer, which has no model. */
export async function chooseModel(
  { environment, ai }: Pick<Platform, 'environment' | 'ai'>,
  request: ModelRequest,
): Promise<{ readonly ai_provider: string; readonly ai_model: string }> {
  const { AI_PROVIDER, AI_MODEL } = docsSettings(environment);
  const model = request.ai_model ?? AI_MODEL;
  const provider =
    request.ai_provider ?? AI_PROVIDER ?? (model === undefined ? null : initialProvider);
  const id = provider === null ? (await ai.program(offline)).id : readProvider(provider).id;
  if (id === offline) return { ai_provider: offline, ai_model: '' };
  const ai_model = model ?? readProvider(id).defaultModel;
  assertArgument('AI model', ai_model);
  return { ai_provider: id, ai_model };
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
  return ai_model ? `${title} (${ai_model})` : title;
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
