import type { Shell } from '../line/shell.ts';
import type { ServerClient } from '../line/server-client.ts';
import type { Typed } from './profile/options.ts';
import type { Profile } from './profile/keys.ts';

/** The arguments of a command that asks the service. */
export interface Context {
  readonly client: ServerClient;
  /** The profile with the options over it. */
  readonly settings: Profile;
  readonly options: Typed;
  readonly shell: Shell;
}

export type Run = (context: Context, words: readonly string[]) => Promise<number | void>;

/** The value of an option that takes text. */
export function textOf(options: Typed, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(options: Typed, name: string): number | undefined {
  const value = textOf(options, name);
  return value === undefined ? undefined : Number(value);
}
