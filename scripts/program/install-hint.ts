import { isFailure } from '#core/platform/failure.ts';

/** What to install, when that is why something failed. */
export function installHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isFailure(error, 'configuration', 'old_sdk')) return error.message;
  const name = /Cannot find package '([^']+)'/.exec(error.message)?.[1];
  return name && `The package '${name}' is not installed: run "npm ci" in Lantern's folder.`;
}
