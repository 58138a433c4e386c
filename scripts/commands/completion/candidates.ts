import type { Group, Options } from '../line/command.ts';

/** The words that may stand where the last one of `typed` is; `servers`: for `--server`. */
export function candidates(
  { commands, options, common }: Pick<Group<Options>, 'commands' | 'options' | 'common'>,
  typed: readonly string[],
  servers: () => readonly string[],
): string[] {
  const partial = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const taking = optionIn(options, before.at(-1));
  if (taking?.type === 'string') {
    const values = before.at(-1) === '--server' ? servers() : (taking.choices ?? []);
    return values.filter((value) => value.startsWith(partial));
  }
  const words = before.filter(
    (word, at) => !word.startsWith('-') && optionIn(options, before[at - 1])?.type !== 'string',
  );
  if (partial.startsWith('-')) {
    const names = [3, 2, 1].map((length) => words.slice(0, length).join(' '));
    const name = names.find((each) => Object.hasOwn(commands, each));
    if (name === undefined) return [];
    const flags = [...(commands[name]?.options ?? []), ...common].map((each) => `--${each}`);
    return flags.filter((flag) => flag.startsWith(partial));
  }
  const next = Object.keys(commands).flatMap((name) => {
    const parts = name.split(' ');
    const isOn = words.every((word, at) => parts[at] === word);
    return isOn ? (parts[words.length] ?? []) : [];
  });
  return [...new Set(next)].filter((word) => word.startsWith(partial));
}

/** Undefined: the word is no option that waits for its value. */
function optionIn(options: Options, word: string | undefined) {
  const name = /^--([^=]+)$/.exec(word ?? '')?.[1];
  const short = /^-(.)$/.exec(word ?? '')?.[1];
  if (name !== undefined) return Object.hasOwn(options, name) ? options[name] : undefined;
  return Object.values(options).find(
    (option) => option.short !== undefined && option.short === short,
  );
}
