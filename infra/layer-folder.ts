import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of a folder in functions/layers by its lock file, for Lambda's processor.
 * SST's `install` of a function has no lock file, and gives each function a copy. */
export function layerFolder(name: string): string {
  const folder = join($cli.paths.work, 'layers', name);
  cpSync(join($cli.paths.root, 'functions/layers', name), folder, { recursive: true });
  const target = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  execFileSync('npm', ['ci', '--ignore-scripts', ...target], { cwd: folder });
  return join(folder, 'node_modules');
}
