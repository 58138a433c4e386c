#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Most of the start is the compiling of our sources. Not in the shared folder of temporary files.
const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
enableCompileCache(join(cache, 'lantern', 'code'));
await import('./commands/start.ts');
