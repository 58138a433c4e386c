import type { HandlerContext } from '../handler.ts';
import type { Pull } from '../shared/read-pull.ts';
import type { Judged } from '../verdicts/save-verdict.ts';
import type { Command } from './read-commands.ts';

/** A command that its writer may give. */
export interface CommandCall {
  readonly context: HandlerContext;
  readonly pull: Pull;
  readonly command: Command;
  /** Who wrote it. */
  readonly login: string;
  /** When, in ISO 8601. */
  readonly writtenAt: string;
  /** Of a review: the commit that it is about, and the base branch. */
  readonly judged?: Judged | undefined;
}

/** Does what a command asks for. Repeated: nothing more happens. The answer is what a person has to
 * know or do, in markdown; undefined: it is done. */
export type CommandAction = (call: CommandCall) => Promise<string | undefined>;
