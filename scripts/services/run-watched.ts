import { spawn } from 'node:child_process';
import { commonSettings } from '#core/platform/settings.ts';
import type { Environment } from '#core/platform/ports/environment.ts';

/** With DEBUG=true runs this program once more below `node --watch`, which restarts it when a source
 * that it loaded changes. False: the caller is to run. */
export async function runWatched(variables: Environment): Promise<boolean> {
  // Node sets the second variable in the program that it watches.
  if (!isDebug(variables) || variables['WATCH_REPORT_DEPENDENCIES']) return false;
  const words = ['--watch', '--watch-preserve-output', ...process.argv.slice(1)];
  const child = spawn(process.execPath, words, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return true;
}

function isDebug(variables: Environment): boolean {
  try {
    return commonSettings(variables).DEBUG;
  } catch {
    // The start names this wrong setting together with those of the services.
    return false;
  }
}
