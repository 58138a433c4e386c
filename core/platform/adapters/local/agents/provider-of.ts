import type { AgentProvider } from '../../../ports/agents.ts';
import type { ModelRuntime } from './sdk.ts';

export async function providerOf(runtime: ModelRuntime, id: string): Promise<AgentProvider> {
  const provider = runtime.getProvider(id);
  const authStatus = { ...runtime.getProviderAuthStatus(id) };
  const authCheck = provider ? await runtime.checkAuth(id).catch(() => undefined) : undefined;
  return {
    provider: id,
    registered: provider !== undefined,
    modelCount: runtime.getModels(id).length,
    authStatus,
    authCheck: authCheck ? { ...authCheck } : null,
    isInteractive: provider !== undefined && provider.auth.apiKey === undefined,
  };
}
