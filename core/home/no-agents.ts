import { Failure } from '#core/platform/failure.ts';
import type { Agents } from '#core/platform/ports/programs/agents.ts';

const refuse = async (): Promise<never> => {
  const message = 'Agents run only in the container of the agent service';
  throw new Failure('unavailable', 'no_agents', message);
};

/** Functions have no agents. */
export const noAgents: Agents = {
  assertUsable: refuse,
  claimFolder: refuse,
  discover: refuse,
  discovery: () => 'starting',
  models: refuse,
  provider: refuse,
  prompt: refuse,
  abort: refuse,
  busy: () => [],
  isFolder: refuse,
  hasConversation: refuse,
  messages: refuse,
  remove: refuse,
  drain: refuse,
  isDraining: () => false,
  close: async () => {},
};
