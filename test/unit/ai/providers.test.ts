import { describe, expect, it } from 'vitest';
import { commandOf } from '#core/ai/provider-command.ts';
import { providerIds } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';

const lineOf = (id: string, environment = {}) => {
  const command = commandOf(readProvider(id), environment);
  return [command.program, ...command.arguments('m', { tree: '/repo', start: '/ours' })].join(' ');
};

describe('providers', () => {
  it.each([
    ['provider_a', 'claude --model m -p'],
    ['provider_b', 'gemini --model m'],
    ['provider_c', 'agent --model m --print --workspace /ours'],
  ])('%s begins with its documented command', (id, line) => {
    expect(lineOf(id).startsWith(line)).toBe(true);
  });

  it.each(providerIds)('%s is replaced by its variable', (id) => {
    const environment = { [`AI_CLI_${id.toUpperCase()}`]: `'/my tools/ai' --fast` };
    expect(lineOf(id, environment)).toBe('/my tools/ai --fast --model m');
  });

  it.each(['"open', '-x', "''"])('names the variable that holds %j', (command) => {
    const line = () => lineOf('provider_b', { AI_CLI_PROVIDER_B: command });
    expect(line).toThrow(/^AI_CLI_PROVIDER_B: The command/);
  });

  it('takes no folder that provider_b would read as two (S3)', () => {
    const command = commandOf(readProvider('provider_b'), {});
    const folders = { tree: '/srv/a,/etc', start: '/ours' };
    expect(() => command.arguments('m', folders)).toThrow('path contains a comma');
  });

  it('takes an empty variable for none', () => {
    expect(lineOf('provider_a', { AI_CLI_PROVIDER_A: ' ' })).toMatch(/^claude /);
  });

  it('refuses other names', () => {
    expect(() => readProvider('claude')).toThrow('provider_a, provider_b, provider_c');
  });
});
