import { initialProvider, offline, providerIds } from '#core/ai/provider-ids.ts';
import { assertArgument, readProvider } from '#core/ai/providers.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { peerEntry, type PeerEntry } from '../schema/request.ts';
import { analysisSettings } from '../settings.ts';

interface Model {
  readonly ai_provider?: string | undefined;
  readonly ai_model?: string | undefined;
}

/** What `npm start` uses when no provider or model is chosen: see installedModel(). */
const unchosen: PeerEntry = { ai_provider: offline, ai_model: '' };

/** The provider and model of an analysis. A missing or wrong one is Failure('invalid') that names the
 * field and the variable. */
export function chooseModel(environment: Environment, request: Model): PeerEntry {
  const { AI_PROVIDER, AI_MODEL, LANTERN_MODEL_DEFAULTS } = analysisSettings(environment);
  const isChosen = request.ai_provider !== undefined && request.ai_provider !== offline;
  const { ai_provider: provider = AI_PROVIDER, ai_model: model = AI_MODEL } = isChosen
    ? request
    : { ai_model: request.ai_model || undefined };
  if (LANTERN_MODEL_DEFAULTS && provider === undefined && model === undefined) return unchosen;
  const ai_provider = provider ?? (LANTERN_MODEL_DEFAULTS ? initialProvider : undefined);
  if (ai_provider === undefined) throw missing('provider', 'ai_provider', 'AI_PROVIDER');
  if (!providerIds.includes(ai_provider)) {
    throw wrong(`AI_PROVIDER must be one of ${providerIds.join(', ')}`);
  }
  const initial = LANTERN_MODEL_DEFAULTS ? readProvider(ai_provider).defaultModel : undefined;
  const ai_model = model ?? initial;
  if (ai_model === undefined) throw missing('model', 'ai_model', 'AI_MODEL');
  assertArgument('ai_model', ai_model);
  return { ai_provider, ai_model };
}

/** The default provider takes the place of `offline` where it is installed. */
export async function installedModel(
  { ai }: Pick<Platform, 'ai'>,
  { ai_provider, ai_model }: PeerEntry,
): Promise<PeerEntry> {
  if (ai_provider !== offline) return { ai_provider, ai_model };
  const { id } = await ai.program(offline);
  return id === offline ? unchosen : { ai_provider: id, ai_model: readProvider(id).defaultModel };
}

/** The peers of PEER_AI_CONFIGS: `provider:model`, separated by commas. */
export function serverPeers(environment: Environment): PeerEntry[] {
  const { PEER_AI_CONFIGS = '' } = analysisSettings(environment);
  const parts = PEER_AI_CONFIGS.split(',').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [, ai_provider = '', ai_model = ''] = /^([^:]*):(.*)$/.exec(part) ?? [];
    const peer = peerEntry.safeParse({
      ai_provider: ai_provider.trim(),
      ai_model: ai_model.trim(),
    });
    if (peer.success) return peer.data;
    throw wrong(`PEER_AI_CONFIGS must be provider:model,… with ${providerIds.join(', ')}`);
  });
}

function missing(what: string, field: string, variable: string): Failure {
  const message = `No AI ${what} is configured: send ${field}, or set ${variable} on the server`;
  return new Failure('invalid', 'no_model', message);
}

function wrong(message: string): Failure {
  return new Failure('invalid', 'bad_ai_configuration', message);
}
