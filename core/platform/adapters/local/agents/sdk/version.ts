import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../../failure.ts';

const least = [0, 81, 1] as const;

/** The version of the agent's SDK must be a release from 0.81.1 on. */
export function assertVersion(version: string | undefined): void {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version ?? '') ?? [];
  const numbers = parts.map(Number);
  const at = least.findIndex((part, index) => numbers[index] !== part);
  const isEnough = numbers.length === 3 && (at < 0 || (numbers[at] ?? 0) > (least[at] ?? 0));
  if (isEnough) return;
  const message = `The agent SDK must be version ${least.join('.')} or newer, and is ${version ?? 'not installed'}: run npm ci`;
  throw new Failure('configuration', 'old_sdk', message);
}

/** Undefined: it is not installed. The package is read, not loaded: that takes 400 ms. */
export async function sdkVersion(): Promise<string | undefined> {
  try {
    const main = import.meta.resolve('@earendil-works/pi-coding-agent');
    const file = fileURLToPath(new URL('../package.json', main));
    return (JSON.parse(await readFile(file, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}
