import type { Manifest } from './manifest.ts';
import { fileOf, folderOf, languageOf, type Repository } from '../repository.ts';

export interface Command {
  /** The command as typed. */
  readonly call: string;
  readonly does: string;
  /** `does` is code, not prose. */
  readonly isCode: boolean;
}

export interface CommandGroup {
  readonly title: string;
  readonly path: string;
  readonly commands: readonly Command[];
}

const max = 60;

/** Programs, scripts and targets of the repository. */
export function findCommands(repository: Repository, manifests: readonly Manifest[]) {
  const groups: CommandGroup[] = [];
  const add = (title: string, path: string, commands: readonly Command[]) => {
    const inside = folderOf(path) ? ` in ${folderOf(path)}` : '';
    if (commands.length > 0)
      groups.push({ title: title + inside, path, commands: commands.slice(0, max) });
  };
  for (const { path, programs, scripts } of manifests) {
    add(
      'Programs',
      path,
      programs.map(({ name, value }) => ({ call: name, does: value, isCode: true })),
    );
    const run = (name: string) =>
      /^(?:start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`;
    add(
      'npm scripts',
      path,
      scripts.map(({ name, value }) => ({ call: run(name), does: value, isCode: true })),
    );
  }
  for (const path of repository.paths) {
    const name = fileOf(path).toLowerCase();
    const lines = repository.lines(path);
    if (/^(?:gnu)?makefile$/.test(path.toLowerCase()))
      add('Make targets', path, makeTargets(lines));
    if (/^\.?justfile$/.test(name)) add('Just recipes', path, justRecipes(lines));
  }
  for (const path of repository.sources()) {
    const isProgram = languageOf(path) === 'Go' && /^func main\(\)/m.test(repository.text(path));
    const call = `go run ./${folderOf(path)}`.replace(/\/$/, '');
    if (isProgram) add('Go program', path, [{ call, does: '', isCode: false }]);
  }
  return groups;
}

function makeTargets(lines: readonly string[]): Command[] {
  return lines.flatMap((line, index) => {
    const match = /^([a-zA-Z][\w.-]*)\s*:(?![=:])([^#]*)(?:##?\s*(.*))?$/.exec(line);
    if (!match || match[1] === 'default') return [];
    const next = lines[index + 1] ?? '';
    const recipe = /^\t(?!.*\$\(info|@echo)/.test(next) ? next.trim().replace(/^[@-]+/, '') : '';
    const comment = match[3] ?? commentAbove(lines, index);
    return [
      { call: `make ${match[1]}`, does: comment || recipe, isCode: !comment && recipe !== '' },
    ];
  });
}

function justRecipes(lines: readonly string[]): Command[] {
  return lines.flatMap((line, index) => {
    const match = /^@?([a-zA-Z][\w-]*)((?:\s+[^:=]*)?):(?!=)/.exec(line);
    if (!match || /^(?:set|export|alias|import|mod)\s/.test(line)) return [];
    const call = `just ${match[1]}${(match[2] ?? '').trimEnd()}`;
    return [{ call, does: commentAbove(lines, index), isCode: false }];
  });
}

function commentAbove(lines: readonly string[], index: number): string {
  return /^#+\s*(.*)$/.exec(lines[index - 1] ?? '')?.[1] ?? '';
}
