import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const scripts = resolve(import.meta.dirname, '../../../scripts');

/** Prints what the program loads, one URL a line, on stderr. */
const hooks = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) });`;

const run = (words: readonly string[], cache: string) =>
  execFileSync('/bin/sh', ['-c', `"$0" "$@" 2>&1 >&-`, process.execPath, ...words], {
    encoding: 'utf8',
    env: { HOME: '/nonexistent', XDG_CACHE_HOME: cache },
  });

describe('a command line', () => {
  const folder = eachTest(temporaryFolder);

  it.each([
    ['lantern.js --help', 30],
    ['lantern.js pr --help', 36],
    ['pr.js review --help', 38],
    ['lantern.js docs --help', 36],
  ])('%s loads no code of a command', (words, most) => {
    const [script = '', ...args] = words.split(' ');
    const program = ['--import', hooks, join(scripts, script), ...args];
    const urls = run(program, folder().path).trim().split('\n');
    expect(urls.length).toBeGreaterThan(15);
    expect(urls.length).toBeLessThan(most);
    const packages = urls.filter((url) => url.includes('node_modules'));
    expect(packages.filter((url) => !url.includes('get-east-asian-width'))).toEqual([]);
  });

  it('keeps compiled code of all files that it loads', () => {
    const program = [join(scripts, 'lantern.js'), '--help'];
    run(program, folder().path);
    const [version = ''] = readdirSync(join(folder().path, 'lantern/code'));
    const files = readdirSync(join(folder().path, 'lantern/code', version));
    expect(files.length).toBeGreaterThan(15);
  });

  it('works where nothing can be kept', () => {
    expect(run([join(scripts, 'lantern.js'), '--help'], '/dev/null')).toBe('');
  });
});
