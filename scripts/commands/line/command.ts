import type { Shell } from './shell.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** The name of the value in the help. */
  readonly value?: string;
  readonly about: string;
  /** What the help shows it below. */
  readonly section?: string;
  /** The only valid values. */
  readonly choices?: readonly string[];
  /** Undefined: the value is valid; else what it must be. */
  readonly problem?: (value: string) => string | undefined;
}

export type Options = Readonly<Record<string, Option>>;

export type Values<Table extends Options> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]['type']>;
};

/** For a table whose options are not known by name it is either. */
type ValueOf<Type> = Type extends 'boolean' ? boolean : string;

export interface Command<Table extends Options> {
  /** The arguments after the command's name, each as `<…>` or `[…]`. */
  readonly words?: string;
  readonly about: string;
  readonly options?: readonly (keyof Table & string)[];
  /** Returns the exit status; undefined: 0. */
  readonly run: (
    words: readonly string[],
    values: Values<Table>,
    shell: Shell,
  ) => Promise<number | void>;
}

export interface Group<Table extends Options> {
  /** The words before the command. */
  readonly name: string;
  readonly options: Table;
  /** Options of every command. */
  readonly common: readonly (keyof Table & string)[];
  readonly commands: Readonly<Record<string, Command<Table>>>;
  /** First words of several commands, with what these are about: the help of the group shows them
   * as one. */
  readonly families?: Readonly<Record<string, string>>;
  readonly footer: string;
}
