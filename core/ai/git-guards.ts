import { dirname } from 'node:path';
import type { RunProgram } from '#core/platform/ports/programs.ts';

/** Git that a command line starts obeys the configuration of the repository, which names commands
 * for it to run. These hold whatever the repository says. */
const settings: readonly (readonly [key: string, value: string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // Git in a submodule reads a configuration of its own.
  ['diff.ignoreSubmodules', 'all'],
];

const variables = {
  // Before core.pager and pager.<command>.
  GIT_PAGER: 'cat',
  // Transports are commands, and to read a partial clone is to fetch.
  GIT_ALLOW_PROTOCOL: 'none',
};

/** An external diff gets the path, the old file, its hash and mode, and the new file. */
const plainDiff = 'plain() { diff -u "$2" "$5"; true; }; plain';

/** Settings that the repository may have under names of its own, and what makes each harmless. The
 * first pattern that fits counts. */
const named: readonly (readonly [key: RegExp, value: string])[] = [
  [/^diff\.(?:external|.+\.command)$/, plainDiff],
  [/^diff\..+\.textconv$/, 'cat'],
  [/^filter\..+\.(?:clean|smudge)$/, 'cat'],
  [/^filter\..+\.process$/, ''],
  [/^filter\..+\.required$/, 'false'],
  [/^submodule\..+\.ignore$/, 'all'],
  [/^alias\./, ''],
  [/(?:command|cmd|driver|program|helper|hook|editor|difffilter|askpass)$/, 'false'],
];

interface Needs {
  readonly run: RunProgram;
  /** What the command line gets besides. */
  readonly environment: Readonly<Record<string, string>>;
}

const mostMilliseconds = 10_000;

/** Variables under which git in the tree runs no command that the tree names. */
export async function gitGuards(needs: Needs, tree: string): Promise<Record<string, string>> {
  const around = { ...variables, GIT_CEILING_DIRECTORIES: dirname(tree) };
  const fixed = { ...around, ...configuration(settings) };
  const listed = await needs.run({
    program: 'git',
    arguments: ['config', '--list', '--name-only', '-z'],
    directory: tree,
    environment: { ...needs.environment, ...fixed },
    input: '',
    timeoutMilliseconds: mostMilliseconds,
  });
  const keys = new Set(listed.stdout.split('\0'));
  const own = [...keys].flatMap((key) => {
    const value = named.find(([pattern]) => pattern.test(key))?.[1];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...around, ...configuration([...own, ...settings]) };
}

function configuration(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const made: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [index, [key, value]] of pairs.entries()) {
    made[`GIT_CONFIG_KEY_${index}`] = key;
    made[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return made;
}
