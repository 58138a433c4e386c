import type { Manifest } from './manifest.ts';
import { fileOf, folderOf, languageOf, type Repository } from '../repository.ts';

export interface Command {
  /** The command as typed. */
  readonly call: string;
  readonly does: string;
  /** `does` is code, not prose. */
  readonly isCode: boolean;
  readonly path: string;
  readonly line: number;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const max = 60;

export function findCommands(repository: Repository, manifests: readonly Manifest[]) {
  const groups: CommandGroup[] = [];
  const add = (title: string, commands: Command[]) => {
    if (commands.length > 0) groups.push({ title, commands: commands.slice(0, max) });
  };
  for (const manifest of manifests) {
    const { path, kind, programs, scripts } = manifest;
    const inside = folderOf(path) ? ` in ${folderOf(path)}` : '';
    const entry = (call: string, value: string, line: number) => ({
      ...{ call, does: value, isCode: true, path, line },
    });
    add(
      `Programs${inside}`,
      programs.map(({ name, value, line }) => entry(name, value, line)),
    );
    if (kind !== 'npm') continue;
    const run = (name: string) =>
      /^(?:start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`;
    add(
      `npm scripts${inside}`,
      scripts.map(({ name, value, line }) => entry(run(name), value, line)),
    );
  }
  for (const path of repository.paths) {
    const name = fileOf(path).toLowerCase();
    if (/^(?:gnu)?makefile$/.test(name))
      add(`Make targets (${path})`, makeTargets(repository, path));
    if (/^\.?justfile$/.test(name)) add(`Just recipes (${path})`, justRecipes(repository, path));
    if (/^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/.test(name)) {
      add(`Compose services (${path})`, composeServices(repository, path));
    }
  }
  add('Go programs', goPrograms(repository));
  add('Python modules that can be run', pythonMains(repository));
  return groups;
}

function makeTargets(repository: Repository, path: string): Command[] {
  const lines = repository.lines(path);
  return lines.flatMap((line, index) => {
    const match = /^([a-zA-Z][\w.-]*)\s*:(?![=:])([^#]*)(?:##?\s*(.*))?$/.exec(line);
    if (!match) return [];
    const recipe = (lines[index + 1] ?? '').startsWith('\t') ? (lines[index + 1] ?? '') : '';
    const comment = match[3] ?? commentAbove(lines, index);
    const does = comment || recipe.trim().replace(/^[@-]+/, '');
    return [
      { call: `make ${match[1]}`, does, isCode: !comment && does !== '', path, line: index + 1 },
    ];
  });
}

function justRecipes(repository: Repository, path: string): Command[] {
  const lines = repository.lines(path);
  return lines.flatMap((line, index) => {
    const match = /^@?([a-zA-Z][\w-]*)((?:\s+[^:=]*)?):(?!=)/.exec(line);
    if (!match || /^(?:set|export|alias|import|mod)\s/.test(line)) return [];
    const does = commentAbove(lines, index);
    const call = `just ${match[1]}${(match[2] ?? '').trimEnd()}`;
    return [{ call, does, isCode: false, path, line: index + 1 }];
  });
}

function commentAbove(lines: readonly string[], index: number): string {
  return /^#+\s*(.*)$/.exec(lines[index - 1] ?? '')?.[1] ?? '';
}

function composeServices(repository: Repository, path: string): Command[] {
  const lines = repository.lines(path);
  const commands: Command[] = [];
  let inServices = false;
  for (const [index, line] of lines.entries()) {
    if (/^\S/.test(line) && !line.startsWith('#')) inServices = /^services:\s*$/.test(line);
    const name = inServices ? /^ {2}([\w.-]+):\s*$/.exec(line)?.[1] : undefined;
    if (name === undefined) continue;
    const body = lines.slice(index + 1, index + 25);
    const end = body.findIndex((each) => /^ {0,2}\S/.test(each));
    const image = (end === -1 ? body : body.slice(0, end))
      .map((each) => /^\s+(?:image|build):\s*(\S.*)$/.exec(each)?.[1])
      .find((each) => each !== undefined);
    const does = image ?? 'built from this repository';
    const isCode = image !== undefined;
    commands.push({ call: `docker compose up ${name}`, does, isCode, path, line: index + 1 });
  }
  return commands;
}

function goPrograms(repository: Repository): Command[] {
  return repository.sources().flatMap((path) => {
    if (languageOf(path) !== 'Go') return [];
    const lines = repository.lines(path);
    const line = lines.findIndex((each) => /^func main\(\)/.test(each)) + 1;
    if (line === 0 || !lines.some((each) => /^package main\b/.test(each))) return [];
    const folder = folderOf(path);
    const call = `go run ./${folder}`.replace(/\/$/, '');
    return [{ call, does: '', isCode: false, path, line }];
  });
}

function pythonMains(repository: Repository): Command[] {
  return repository.sources().flatMap((path) => {
    if (languageOf(path) !== 'Python') return [];
    const lines = repository.lines(path);
    const line = lines.findIndex((each) => /^if __name__ == ["']__main__["']/.test(each)) + 1;
    const isMain = fileOf(path) === '__main__.py';
    if (line === 0 && !isMain) return [];
    const module = path.replace(/^src\//, '').replace(/(?:\/__main__)?\.py$/, '');
    const call =
      isMain && !path.includes('/') ? 'python .' : `python -m ${module.replaceAll('/', '.')}`;
    return [{ call, does: '', isCode: false, path, line: line || 1 }];
  });
}
