import { join } from 'node:path';
import { sidecarSettings } from '#core/ai/sidecar-settings.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback } from '#core/platform/settings.ts';

/** The key for the sidecar at `url`: SIDECAR_KEY, else the file that a sidecar on this machine leaves
 * in its data folder. Undefined: none is known. */
export async function sidecarKey(
  environment: Environment,
  url: string,
): Promise<string | undefined> {
  const { SIDECAR_KEY: key } = sidecarSettings(environment);
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (key !== undefined || !isLoopback(host)) return key;
  const { readKeyFile } = await import('#core/platform/adapters/local/key-file.ts');
  return readKeyFile(dataFolder(environment));
}

/** As the manifest of the agent service has it. */
function dataFolder({ SIDECAR_DATA_DIR, XDG_DATA_HOME, HOME = '.' }: Environment): string {
  return (
    SIDECAR_DATA_DIR?.trim() || join(XDG_DATA_HOME ?? join(HOME, '.local/share'), 'lantern/agent')
  );
}
