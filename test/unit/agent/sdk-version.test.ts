import { describe, expect, it } from 'vitest';
import { lazyAgents } from '#core/home/agents.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { assertVersion, sdkVersion } from '#core/platform/adapters/local/agents/sdk/version.ts';

describe('the version of the agent SDK', () => {
  it.each(['0.81.1', '0.81.2', '0.82.0', '1.0.0'])('%s will do', (version) => {
    expect(() => assertVersion(version)).not.toThrow();
  });

  it.each(['0.81.0', '0.80.9', '0.81.2-beta.1', 'v1.0.0', '1.0', undefined])(
    '%s ends the start',
    (version) => {
      expect(() => assertVersion(version)).toThrow('must be version 0.81.1 or newer');
    },
  );

  it('is read from the installed package', async () => {
    expect(await sdkVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

it.each(['ACPX_AGENTS', 'CLI_AGENTS'])('a wrong name in %s ends the start', async (name) => {
  const environment = { [name]: 'codex,Bad/Name' };
  const agents = lazyAgents({ directory: '/none', clock: systemClock(), environment });
  await expect(agents.assertUsable()).rejects.toThrow(`${name} must be names of`);
});
