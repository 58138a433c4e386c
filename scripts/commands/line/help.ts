import type { Group, Option } from './command.ts';
import { paint, type Shell } from './shell.ts';
import { explained, paragraph } from './table.ts';

type AnyGroup = Omit<Group<Readonly<Record<string, Option>>>, 'commands'> & {
  readonly commands: Readonly<
    Record<
      string,
      { readonly words?: string; readonly about: string; readonly options?: readonly string[] }
    >
  >;
};

export function groupHelp(group: AnyGroup, shell: Shell): string {
  const { stdout } = shell;
  const { name, commands, families = {}, footer } = group;
  const single = Object.keys(commands).filter(
    (command) => !Object.hasOwn(families, command.split(' ')[0] ?? ''),
  );
  const several = Object.entries(families).map(([first, about]) => [`  ${first} <command>`, about]);
  const rows = [...rowsOf(group, single), ...several];
  return [
    `${paint(stdout, 'bold', 'Usage:')} ${name} <command>`,
    '',
    explained(shell, rows),
    '',
    `Options of a command: ${name} <command> --help`,
    '',
    paragraph(shell, footer),
  ].join('\n');
}

/** The commands that begin with a word. */
export function familyHelp(group: AnyGroup, family: string, shell: Shell): string {
  const { stdout } = shell;
  const names = Object.keys(group.commands).filter((name) => name.startsWith(`${family} `));
  return [
    `${paint(stdout, 'bold', 'Usage:')} ${group.name} ${family} <command>`,
    '',
    explained(shell, rowsOf(group, names)),
    '',
    `Options of a command: ${group.name} ${family} <command> --help`,
  ].join('\n');
}

function rowsOf({ commands }: AnyGroup, names: readonly string[]): string[][] {
  return names.map((name) => {
    const { words, about } = commands[name] ?? { about: '' };
    return [`  ${name}${words === undefined ? '' : ` ${words}`}`, about];
  });
}

const everywhere = 'Options of every command';

export function commandHelp(
  group: AnyGroup,
  command: string,
  { shell, examples }: { shell: Shell; examples: readonly string[] },
): string {
  const { stdout } = shell;
  const { words, about, options: own = [] } = group.commands[command] ?? { about: '' };
  const sections = Map.groupBy([...own, ...group.common], (name) =>
    group.common.includes(name) ? everywhere : (group.options[name]?.section ?? 'Options'),
  );
  const titled = (title: string, text: string) => ['', paint(stdout, 'bold', `${title}:`), text];
  return [
    `${paint(stdout, 'bold', 'Usage:')} ${group.name} ${command}${words === undefined ? '' : ` ${words}`} [options]`,
    '',
    paragraph(shell, `${about.charAt(0).toUpperCase()}${about.slice(1)}.`),
    ...[...sections].flatMap(([title, names]) =>
      titled(title, explained(shell, rowsOfOptions(group, names))),
    ),
    ...titled('Examples', examples.map((line) => `  ${line}`).join('\n')),
  ].join('\n');
}

function rowsOfOptions({ options }: AnyGroup, names: readonly string[]): string[][] {
  return names.map((name) => {
    const { short, value, about } = options[name] as Option;
    const long = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return [`  ${short === undefined ? '    ' : `-${short}, `}${long}`, about];
  });
}
