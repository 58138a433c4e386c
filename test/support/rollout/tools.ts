import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installCommand } from '../../../scripts/rollout/evaluate.ts';
import { backends } from '../emulators.ts';

export const root = resolve(import.meta.dirname, '../../..');

/** The reason why the rollout cannot be tested here; undefined: it can. */
export function whatIsMissing(): string | undefined {
  if (!backends().some(({ name }) => name === 'moto')) {
    return 'it needs moto_server, no AWS_ENDPOINT_URL, and npm run check:deep';
  }
  const ours = join(root, 'node_modules/sst/package.json');
  if (!existsSync(ours)) return 'sst is not installed';
  const { version } = JSON.parse(readFileSync(ours, 'utf8')) as { version: string };
  const platform = join(root, '.sst/platform/version');
  const installed = existsSync(platform) ? readFileSync(platform, 'utf8').trim() : 'nothing';
  if (installed === version) return undefined;
  return `.sst/platform holds ${installed} and not ${version}: run ${installCommand}`;
}
