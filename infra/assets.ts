import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import type { Service } from '#functions/service-manifest.ts';

let folder: string | undefined;

/** The browser's files, copied beside the functions of a service that renders pages. */
export function assets({ routes }: Service): { from: string; to: string }[] {
  const isRendering = routes.some(({ path }) => path.startsWith('/assets/'));
  return isRendering ? [{ from: relative($cli.paths.root, built()), to: 'assets' }] : [];
}

/** Built here, so that a rollout cannot use files of an earlier state. */
function built(): string {
  if (folder !== undefined) return folder;
  folder = join($cli.paths.work, 'assets');
  // The project's own Node: the one that runs this may be too old for TypeScript.
  const node = join($cli.paths.root, 'node_modules/.bin/node');
  execFileSync(node, [join($cli.paths.root, 'scripts/build-assets.ts'), folder]);
  return folder;
}
