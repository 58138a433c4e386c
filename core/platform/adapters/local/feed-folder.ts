import { accessSync, constants, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { deletedPrefix } from './feed-log.ts';
import { feedLogs, type FeedLogs } from './feed-logs.ts';
import { lockFolder } from './folder-lock.ts';
import { openingFailure, storageFailure } from './storage-failure.ts';

/** The directory of one open Feed. */
export interface FeedFolder {
  readonly root: string;
  readonly logs: FeedLogs;
  isOwned(): boolean;
  isClosed(): boolean;
  /** Makes this process the one that writes; throws when another is, or after close(). */
  own(): void;
  close(): Promise<void>;
}

export function openFeedFolder(directory: string): FeedFolder {
  let root: string;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    root = realpathSync(directory);
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw openingFailure('feed', directory, error);
  }
  const logs = feedLogs(root);
  let release: (() => void) | undefined;
  let closed = false;

  return {
    root,
    logs,
    isOwned: () => release !== undefined,
    isClosed: () => closed,
    own() {
      if (closed) throw new Failure('unavailable', 'closed', 'The feeds are closed');
      if (release) return;
      try {
        release = lockFolder(join(root, '.owner'));
        if (release) clearDeleted(root);
      } catch (error) {
        throw storageFailure(error);
      }
      if (release) return;
      const text = `Another process writes to ${root}: stop it, or give this one another directory`;
      throw new Failure('configuration', 'feed_in_use', text);
    },
    async close() {
      closed = true;
      await logs.close();
      release?.();
      release = undefined;
    },
  };
}

function clearDeleted(root: string): void {
  for (const name of readdirSync(root)) {
    if (name.startsWith(deletedPrefix)) rmSync(join(root, name), { recursive: true, force: true });
  }
}
