import { Failure } from '#core/platform/failure.ts';
import { offline, providerIds } from './provider-ids.ts';
import { providerTable, type Provider } from './provider-table.ts';

/** The built-in program, which needs no model. No request may name it. */
export const offlineProvider: Provider = {
  id: offline,
  title: offline,
  binary: '',
  defaultModel: '',
  arguments: () => [],
  startsApart: false,
  sidecar: '',
  keys: [],
  variables: [],
  fixed: {},
};

/** The id itself when it is unknown. */
export function providerTitle(id: string): string {
  return providerTable.find((entry) => entry.id === id)?.title ?? id;
}

const idInText = new RegExp(`\\b(?:${providerIds.join('|')})\\b`, 'g');

/** A message for people: with the program's name in place of the provider's id. `program`: the one
 * that the message is about, when it may be another than the provider's own. */
export function withTitles(message: string, program?: string): string {
  return message.replace(idInText, (id) => program ?? providerTitle(id));
}

export function readProvider(id: string): Provider {
  const provider = providerTable.find((entry) => entry.id === id);
  if (provider) return provider;
  const text = `Unknown AI provider. Must be one of ${providerIds.join(', ')}`;
  throw new Failure('invalid', 'unknown_provider', text);
}

/** A model or folder comes from a request: the program must not read it as an option. */
export function assertArgument(name: string, value: string): void {
  if (value === '' || value.startsWith('-') || value.length > 1024 || /[\0\r\n]/.test(value)) {
    throw new Failure('invalid', 'bad_argument', `Invalid ${name}`);
  }
}
