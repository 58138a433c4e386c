import { parseArgs } from 'node:util';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Command, Group, Option, Options, Values } from './command.ts';
import { commandHelp, familyHelp, groupHelp } from './help.ts';
import { suggestion } from '#core/text/nearest.ts';
import type { Shell } from './shell.ts';

/** A wrong command line: exit status 2. */
export function usage(message: string): Failure {
  return new Failure('invalid', 'usage', message);
}

/** Runs the command that the arguments name, or shows its help. */
export async function runGroup<Table extends Options>(
  group: Group<Table>,
  args: readonly string[],
  shell: Shell,
): Promise<number | void> {
  const { tokens } = parseArgs({
    args: [...args],
    options: group.options,
    allowPositionals: true,
    // Not strict: the messages of parseArgs are for programmers.
    strict: false,
    tokens: true,
  });
  const typed = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const asksHelp = tokens.some((token) => token.kind === 'option' && /^h(elp)?$/.test(token.name));
  const positionals = typed[0] === 'help' ? typed.slice(1) : typed;
  const family = familyOf(group, positionals);
  if (positionals.length === 0 || family !== undefined) {
    const options = ['h', ...Object.keys(group.options)];
    const wrong = tokens.find((token) => token.kind === 'option' && !options.includes(token.name));
    if (wrong?.kind === 'option') {
      throw usage(`${group.name} has no option ${wrong.rawName}. See ${group.name} help`);
    }
  }
  if (positionals.length === 0) return void shell.stdout.write(`${groupHelp(group, shell)}\n`);
  if (family !== undefined) {
    return void shell.stdout.write(`${familyHelp(group, family, shell)}\n`);
  }
  const name = findCommand(group, positionals);
  const command = group.commands[name] as Command<Table>;
  if (asksHelp || typed[0] === 'help') {
    const { examples } = await import('./examples.ts');
    const own = examples[`${group.name} ${name}`] ?? [];
    return void shell.stdout.write(`${commandHelp(group, name, { shell, examples: own })}\n`);
  }
  try {
    const typed = tokens.filter((token) => token.kind === 'option');
    const values = readValues(group, name, typed);
    const words = positionals.slice(name.split(' ').length);
    const isOpen = command.words?.endsWith('…') === true;
    const unexpected = isOpen ? undefined : words[command.words?.split(' ').length ?? 0];
    if (unexpected !== undefined) throw usage(`Unexpected argument '${unexpected}'`);
    return await command.run(words, values, shell);
  } catch (error) {
    if (!isFailure(error, 'invalid', 'usage')) throw error;
    throw usage(`${ended(error.message)} See ${group.name} ${name} --help`);
  }
}

/** The family that is named without one of its commands. */
function familyOf<Table extends Options>(
  { families = {}, commands }: Group<Table>,
  [first = '', second]: readonly string[],
): string | undefined {
  const isCommand = Object.hasOwn(commands, first);
  return second === undefined && !isCommand && Object.hasOwn(families, first) ? first : undefined;
}

function findCommand<Table extends Options>(
  { name, commands, families = {} }: Group<Table>,
  typed: readonly string[],
): string {
  const begins = [3, 2, 1].map((length) => typed.slice(0, length).join(' '));
  const command = begins.find((each) => Object.hasOwn(commands, each));
  // The word after it may be a wrong one of a longer command.
  const next = typed[command?.split(' ').length ?? 0];
  const isPart = (words: string) =>
    Object.keys(commands).some((each) => each.startsWith(`${words} `));
  const takesNext = next === undefined || (command !== undefined && !isPart(command));
  if (command !== undefined && (takesNext || commands[command]?.words !== undefined))
    return command;
  const names = begins.find((each) => isPart(each)) ?? '';
  const wrong = typed.slice(0, names === '' ? 1 : names.split(' ').length + 1).join(' ');
  const near = suggestion(wrong, Object.keys(commands));
  const help = Object.hasOwn(families, names) ? `${names} --help` : 'help';
  throw usage(`Unknown command '${wrong}'.${near} See ${name} ${help}`);
}

interface TypedOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readValues<Table extends Options>(
  { name: group, options, common, commands }: Group<Table>,
  name: string,
  typed: readonly TypedOption[],
): Values<Table> {
  const allowed = [...common, ...(commands[name]?.options ?? [])];
  const values: Record<string, string | boolean> = {};
  for (const { name: option, rawName, value, inlineValue } of typed) {
    const definition = allowed.includes(option) ? options[option] : undefined;
    if (!definition) {
      const near = suggestion(
        rawName,
        allowed.map((each) => `--${each}`),
      );
      throw usage(`${group} ${name} has no option ${rawName}.${near}`);
    }
    if (definition.type === 'boolean') {
      if (value !== undefined) throw usage(`${rawName} takes no value`);
      values[option] = true;
      continue;
    }
    const isMissing = value === undefined || value === '' || (!inlineValue && /^-./.test(value));
    if (isMissing)
      throw usage(`${rawName} needs a value: ${rawName} ${definition.value ?? '<value>'}`);
    const problem = problemOf(option, definition, value);
    if (problem !== undefined) throw usage(problem);
    values[option] = value;
  }
  return values as Values<Table>;
}

function problemOf(name: string, { choices, problem }: Option, value: string): string | undefined {
  if (choices === undefined || choices.includes(value)) return problem?.(value);
  return `--${name} must be one of ${choices.join(', ')}`;
}

function ended(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
