import { constants, copyFileSync, chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostingOf } from '#core/host/service/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { parseConfiguration } from '#core/webhook/configuration/parse.ts';
import { configurationKey } from '#core/webhook/configuration/configuration.ts';
import { webhook } from '#functions/webhook/manifest.ts';
import { root } from '../program/run.ts';

/** `ip-bind` and `port` of the receiver's config.yaml as the variables that they stand for. A file that
 * is missing or wrong gives none: the receiver itself says so. */
export function variablesInFile(variables: Environment): Environment {
  try {
    const { directory } = hostingOf(webhook, variables);
    const file = parseConfiguration(readFileSync(join(directory, configurationKey), 'utf8'));
    const { host, port } = webhook.listens;
    return {
      ...(file['ip-bind'] !== undefined && { [host.variable]: file['ip-bind'] }),
      ...(file.port !== undefined && { [port.variable]: String(file.port) }),
    };
  } catch {
    return {};
  }
}

/** Writes a config.yaml of comments if there is none, readable only by its owner. */
export function writeExampleConfiguration(variables: Environment): void {
  const { directory } = hostingOf(webhook, variables);
  const file = join(directory, configurationKey);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    const example = join(root, 'core/webhook/configuration/example.yaml');
    copyFileSync(example, file, constants.COPYFILE_EXCL);
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
