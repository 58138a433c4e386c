import { isForeignFlag, isForeignVariable } from './common-names.ts';
import type { Manifests, Runner } from '../manifests.ts';
import { fileName, type Name } from './name.ts';

const shells = new Set(['sh', 'bash', 'zsh', 'shell', 'console', 'shell-session', 'terminal']);
const before =
  /^(?:(?:sudo|time|npx|bunx|uvx|exec|(?:poetry|uv|pdm|hatch) run|(?:npm|pnpm|yarn) exec|python3? -m)\s+(?:-[\w-]+\s+){0,3})+/;
const runners: readonly (readonly [RegExp, Runner])[] = [
  // `bun run` takes files too.
  [
    /^(?:npm|pnpm|yarn|bun) run(?:-script)?\s+(?!\S+\.[cm]?[jt]sx?(?:\s|$))([a-z][\w:.-]*)(?=\s|$)/i,
    'npm',
  ],
  [/^make\s+([a-z][\w.-]*(?:\s+[a-z][\w.-]*)*)\s*$/i, 'make'],
  [/^just\s+([a-z][\w-]*)(?=\s|$)/i, 'just'],
  // tox has an environment for each Python, such as `py312`, without a section.
  [/^tox\s+(?:run\s+)?-e\s+(?!py)([a-z][\w.-]*)(?=\s|$)/i, 'tox'],
  // `test-3.12` is the session `test` for one Python.
  [/^nox\s+-s\s+([a-z][\w.-]*?)(?:-\d[\d.]*)?(?=\s|$)/i, 'nox'],
];
const interpreter = /^(?:node|python3?|sh|bash|ruby|perl|deno run|bun|tsx)\s+([^\s-][^\s]*)/;

export function isShell(language: string): boolean {
  return shells.has(language);
}

/** The commands in the lines of a shell block, each in one line. With a prompt before some lines, the
 * others are output. */
export function commandsIn(lines: readonly string[]): string[] {
  const whole = lines.join('\n').replaceAll('\\\n', ' ').split('\n');
  const typed = whole.flatMap((line) => /^\s*[$%] (.*)$/.exec(line)?.[1] ?? []);
  const commands = typed.length > 0 ? typed : whole;
  return commands
    .filter((line) => !/^\s*(?:#|\/\/)/.test(line))
    .flatMap((line) => line.replace(/\s#.*$/s, '').split(/&&|\|\|?|;/))
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

/** What a command line names of the repository. */
export function namesInCommand(
  line: string,
  { commands, scripts }: Manifests,
): { readonly names: readonly Name[]; readonly isOwn: boolean } {
  const names: Name[] = [];
  let rest = line.replace(/^(?:export|env|set)\s+/, '');
  for (let set = assignment.exec(rest); set; set = assignment.exec(rest)) {
    const [all, name = ''] = set;
    if (name.includes('_') && !isForeignVariable(name)) names.push({ kind: 'variable', name });
    rest = rest.slice(all.length);
  }
  rest = rest.replace(before, '');
  for (const [pattern, runner] of runners) {
    const words = pattern.exec(rest)?.[1]?.split(/\s+/) ?? [];
    const scriptNames = scripts.get(runner);
    if (!scriptNames || scriptNames.has('*')) continue;
    for (const word of words) {
      names.push({ kind: 'script', name: word, isFound: scriptNames.has(word) });
    }
  }
  const place = interpreter.exec(rest)?.[1] ?? /^(?:\.\/)?[\w.-]+\/\S+/.exec(rest)?.[0];
  const file = place === undefined ? undefined : fileName(place);
  if (file) names.push(file);
  const isOwn = isOwnCommand(rest, commands);
  if (isOwn) {
    for (const word of rest.split(/\s+/)) {
      if (word === '--') break;
      names.push(...flagIn(word));
    }
  }
  return { names, isOwn };
}

const assignment = /^([A-Z][A-Z0-9_]*)=(?:"[^"]*"|'[^']*'|\S*)\s*/;

function isOwnCommand(line: string, commands: ReadonlySet<string>): boolean {
  const first =
    /^\S*/
      .exec(line)?.[0]
      .replace(/^.*\//, '')
      .replace(/@[\w.]*$/, '') ?? '';
  return commands.has(first);
}

/** `--flag` in `--flag=value`. */
export function flagIn(word: string): Name[] {
  const flag = /^\[?(--[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[=\][ ].*)?$/i.exec(word)?.[1];
  return flag === undefined || isForeignFlag(flag) ? [] : [{ kind: 'flag', name: flag }];
}
