import { readProfiles } from '../analysis/profile/read-profiles.ts';
import { usage } from '../line/group.ts';
import type { Group, Options } from '../line/command.ts';
import { plain } from '../line/plain.ts';
import type { Shell } from '../line/shell.ts';
import { candidates } from './candidates.ts';
import { completionScripts } from './scripts.ts';

/** Prints what may follow the typed words, the last of which is not complete. */
export function complete(group: Group<Options>, typed: readonly string[], shell: Shell): void {
  const servers = () => [...readProfiles(shell.variables, () => {}).servers.keys()];
  const words = candidates(group, typed, servers).map(plain);
  if (words.length > 0) shell.stdout.write(`${words.join('\n')}\n`);
}

export function printScript(name: string | undefined, { stdout }: Shell): void {
  const script = completionScripts[name ?? ''];
  if (script === undefined) {
    throw usage(`Give a shell: ${Object.keys(completionScripts).join(', ')}`);
  }
  stdout.write(`${script}\n`);
}
