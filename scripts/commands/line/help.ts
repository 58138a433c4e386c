import type { Group, Option } from './command.ts';
import { paint, type Shell } from './shell.ts';
import { aligned } from '../table.ts';

type AnyGroup = Omit<Group<Readonly<Record<string, Option>>>, 'commands'> & {
  readonly commands: Readonly<
    Record<
      string,
      { readonly words?: string; readonly about: string; readonly options?: readonly string[] }
    >
  >;
};

export function groupHelp({ name, commands, footer }: AnyGroup, { stdout }: Shell): string {
  const rows = Object.entries(commands).map(([command, { words, about }]) => [
    `  ${command}${words === undefined ? '' : ` ${words}`}`,
    about,
  ]);
  return [
    `${paint(stdout, 'bold', 'Usage:')} ${name} <command>`,
    ...['', aligned(rows), ''],
    `Options of a command: ${name} <command> --help`,
    footer,
  ].join('\n');
}

export function commandHelp(group: AnyGroup, command: string, { stdout }: Shell): string {
  const { words, about, options: own = [] } = group.commands[command] ?? { about: '' };
  const rows = [...own, ...group.common].map((name) => {
    const { short, value, about: text } = group.options[name] as Option;
    const long = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return [`  ${short === undefined ? '    ' : `-${short}, `}${long}`, text];
  });
  return [
    `${paint(stdout, 'bold', 'Usage:')} ${group.name} ${command}${words === undefined ? '' : ` ${words}`} [options]`,
    ...['', `${about.charAt(0).toUpperCase()}${about.slice(1)}.`, ''],
    ...[paint(stdout, 'bold', 'Options:'), aligned(rows)],
  ].join('\n');
}
