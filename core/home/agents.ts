import { lazyCalls } from '#core/platform/lazy.ts';
import type { LocalAgentsOptions } from '#core/platform/adapters/local/agents/agents.ts';
import type { Agents } from '#core/platform/ports/programs/agents.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { parsed, settings } from '#core/platform/settings.ts';
import * as z from 'zod/mini';

interface Options {
  readonly directory: string;
  readonly clock: Clock;
  readonly environment: Environment;
}

function agentNames() {
  const read = (text: string) => {
    const names = text.split(',').map((name) => name.trim());
    const unique = [...new Set(names)].filter((name) => name !== '');
    return unique.every((name) => /^[a-z0-9_-]+$/.test(name)) ? unique : undefined;
  };
  return z._default(parsed('must be names of a-z, 0-9, _ and -, separated by commas', read), []);
}

export const agentNameSettings = settings({
  /** agents, separated by commas, that `acpx` runs: each is a provider `acpx-<agent>` */
  ACPX_AGENTS: agentNames(),
  /** agent command lines, separated by commas, such as `claude`: each is a provider `cli-<agent>` */
  CLI_AGENTS: agentNames(),
});

type Opened = Omit<Agents, 'assertUsable' | 'claimFolder'>;

const agentCalls = [
  ...(['discover', 'models', 'provider', 'prompt'] as const),
  ...(['hasConversation', 'isFolder', 'messages', 'remove'] as const),
];

/** Only the agent service loads the adapter and its SDK. */
export function lazyAgents({ directory, clock, environment }: Options): Agents {
  let opened: Opened | undefined;
  let unlock = () => {};
  let isDraining = false;
  const calls = lazyCalls(agentCalls, async () => {
    const { localAgents } = await import('#core/platform/adapters/local/agents/agents.ts');
    const { programRunner } =
      await import('#core/platform/adapters/local/programs/command-line.ts');
    const { ACPX_AGENTS: acpx, CLI_AGENTS: commands } = agentNameSettings(environment);
    const options: LocalAgentsOptions = {
      directory,
      clock,
      variables: environment,
      agents: { acpx, commands },
      run: programRunner({ clock }),
    };
    opened = localAgents(options);
    if (isDraining) await opened.drain();
    return opened;
  });
  return {
    ...calls,
    // These do not load the SDK.
    async assertUsable() {
      agentNameSettings(environment);
      const { assertVersion, sdkVersion } =
        await import('#core/platform/adapters/local/agents/sdk/version.ts');
      assertVersion(await sdkVersion());
    },
    async claimFolder(key) {
      const { lockFolder } = await import('#core/platform/adapters/local/folder-lock.ts');
      unlock = lockFolder(directory, 'SIDECAR_DATA_DIR');
      const { writeKeyFile } = await import('#core/platform/adapters/local/key-file.ts');
      await writeKeyFile(directory, key);
    },
    discovery: () => opened?.discovery() ?? 'starting',
    busy: () => opened?.busy() ?? [],
    abort: async (id) => opened?.abort(id),
    async drain() {
      isDraining = true;
      await opened?.drain();
    },
    isDraining: () => isDraining,
    async close() {
      await opened?.close();
      unlock();
    },
  };
}
