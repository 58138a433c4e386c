import { dirname } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import type { RunProgram } from '#core/platform/ports/programs/programs.ts';

/** A repository's git configuration can name commands that git runs. These settings override it when
 * an AI command line starts git. */
const settings: readonly (readonly [key: string, value: string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // In a submodule git reads another configuration.
  ['diff.ignoreSubmodules', 'all'],
];

const variables = {
  // Overrides core.pager and pager.<command>.
  GIT_PAGER: 'cat',
  // Transports are commands, and reading a partial clone fetches.
  GIT_ALLOW_PROTOCOL: 'none',
};

/** The arguments of an external diff are path, old file, old hash, old mode, new file. */
const plainDiff = 'plain() { diff -u "$2" "$5"; true; }; plain';

/** Harmless values for settings whose names the repository chooses. The first match counts. */
const harmless: readonly (readonly [key: RegExp, value: string])[] = [
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
  /** The other variables of the command line. */
  readonly environment: Readonly<Record<string, string>>;
}

const timeoutMilliseconds = 10_000;

/** Variables with which git runs no command from the tree's configuration. */
export async function gitGuards(needs: Needs, tree: string): Promise<Record<string, string>> {
  const around = { ...variables, GIT_CEILING_DIRECTORIES: dirname(tree) };
  const fixed = { ...around, ...configuration(settings) };
  const listing = await needs.run({
    program: 'git',
    arguments: ['config', '--list', '--name-only', '-z'],
    directory: tree,
    environment: { ...needs.environment, ...fixed },
    input: '',
    timeoutMilliseconds,
  });
  // Without the whole list a command that the repository names could run.
  if (listing.end !== 'exited' && listing.end !== 'not-found') {
    const why =
      listing.end === 'not-started' ? `git could not be started: ${listing.stderr}` : listing.end;
    const message = `The repository's git configuration could not be read: ${why}`;
    throw new Failure('upstream', 'failed', message);
  }
  const keys = new Set(listing.stdout.split('\0'));
  const own = [...keys].flatMap((key) => {
    const value = harmless.find(([pattern]) => pattern.test(key))?.[1];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...around, ...configuration([...own, ...settings]) };
}

function configuration(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const result: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [index, [key, value]] of pairs.entries()) {
    result[`GIT_CONFIG_KEY_${index}`] = key;
    result[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return result;
}
