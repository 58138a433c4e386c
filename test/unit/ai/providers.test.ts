import { describe, expect, it } from 'vitest';
import { commandOf } from '#core/ai/provider-command.ts';
import { readProvider } from '#core/ai/providers.ts';

const lineOf = (id: string, environment = {}) => {
  const command = commandOf(readProvider(id), environment);
  return [command.program, ...command.arguments('m', { tree: '/repo', start: '/ours' })].join(' ');
};

describe('providers', () => {
  it.each(['"open', '-x', "''"])('names the variable that holds %j', (command) => {
    const line = () => lineOf('provider_b', { AI_CLI_PROVIDER_B: command });
    expect(line).toThrow(/^AI_CLI_PROVIDER_B: The command/);
  });

  it('takes no folder that provider_b would read as two (S3)', () => {
    const command = commandOf(readProvider('provider_b'), {});
    const folders = { tree: '/srv/a,/etc', start: '/ours' };
    expect(() => command.arguments('m', folders)).toThrow('path contains a comma');
  });
});
