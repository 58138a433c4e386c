import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const timeoutMs = 120_000;

function run(program: string, words: readonly string[], cwd: string): void {
  execFileSync(program, words, { cwd, stdio: 'pipe', timeout: timeoutMs });
}

/** The folder with the sources of a package, fetched at the first time. Throws what the registry says. */
export function fetchSources(folder: string, source: string, version: string): string {
  const [registry = '', name = ''] = source.split(':');
  const target = join(folder, `${registry}-${name}-${version}`);
  if (existsSync(join(target, 'tree'))) return join(target, 'tree');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'download'), { recursive: true });
  const download = join(target, 'download');
  if (registry === 'npm') run('npm', ['pack', '--silent', `${name}@${version}`], download);
  else fetchDebian(join(folder, 'apt'), download, `${name}=${version}`);
  const archive = readdirSync(download).find((file) => /\.orig\.tar\.|\.tgz$/.test(file));
  if (archive === undefined) throw new Error('the registry has no sources of this version');
  mkdirSync(join(target, 'unpacked'));
  const words = ['-xf', join(download, archive), '--strip-components=1', '-C', 'unpacked'];
  run('tar', words, target);
  run('mv', ['unpacked', 'tree'], target);
  return join(target, 'tree');
}

/** Only the upstream archive counts: the rest may be missing. */
function fetchDebian(apt: string, download: string, name: string): void {
  const options = aptOptions(apt);
  try {
    run('apt-get', [...options, '--download-only', 'source', name], download);
  } catch (error) {
    if (!readdirSync(download).some((file) => file.includes('.orig.tar.'))) throw error;
  }
}

/** The system's registries, with their sources, and lists of our own. */
function aptOptions(apt: string): string[] {
  const list = join(apt, 'list.sources');
  const options = [
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::Etc::sourcelist', list],
    ['Dir::State::lists', join(apt, 'lists')],
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([key = '', value = '']) => ['-o', `${key}=${value}`]);
  if (existsSync(list)) return ['-qq', ...options];
  mkdirSync(join(apt, 'lists/partial'), { recursive: true });
  const own = '/etc/apt/sources.list.d';
  const files = readdirSync(own).filter((file) => file.endsWith('.sources'));
  const texts = files.map((file) => readFileSync(join(own, file), 'utf8'));
  writeFileSync(list, texts.join('\n\n').replace(/^Types:.*$/gm, 'Types: deb-src'));
  run('apt-get', ['-qq', ...options, 'update'], apt);
  return ['-qq', ...options];
}
