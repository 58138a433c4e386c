/* global process -- an import of it evaluates all that it has */
// Loaded before every program of ours. Plain JavaScript: an older Node cannot read TypeScript, and Node
// loads what strips types only for a file that the cache lacks.
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const neededMajor = 24;

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    `Lantern needs Node ${neededMajor} or newer; this is ${process.version}. Run "npm ci", which ` +
      'brings it for Linux and macOS, or install it from your system.\n',
  );
  process.exit(1);
}

// Most of a start is the compiling of our sources. Not in the shared folder of temporary files. Where
// it cannot be written, nothing is kept.
const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
module.enableCompileCache(join(cache, 'lantern', 'code'));
