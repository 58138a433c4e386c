import { Failure } from '../../failure.ts';

/** Messages for errors of the disk. The path is in the cause. */
const outages: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'The disk quota is used up: free some space or raise it',
  EFBIG: 'A file would grow beyond the limit of this process: raise the limit',
  EIO: 'The disk does not read or write: check it',
  // Callers that expect an absent file handle this code themselves.
  ENOENT: 'The data directory is gone: put it back, or restart',
  EROFS: 'The disk is mounted read-only: mount it writable',
  EACCES: 'The data directory refuses access: check owner and mode',
  EPERM: 'The data directory refuses the operation: check owner, mode and file system',
  EMFILE: 'Too many open files: raise the limit of this process',
  ENFILE: 'Too many open files on this machine',
  ENOMEM: 'Out of memory while reading or writing a file',
  ESTALE: 'The network file system lost the data directory',
  ETIMEDOUT: 'The network file system does not answer',
};

export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Turns an error of the disk into a Failure; returns other errors unchanged. */
export function storageFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENAMETOOLONG') {
    return new Failure('invalid', 'bad_key', 'Not a key: a name is too long', { cause: error });
  }
  const text = outages[code];
  if (text === undefined) return error;
  return new Failure('unavailable', 'storage_unavailable', `${text} (${code})`, { cause: error });
}

/** Runs the work; an error of the disk becomes Failure('unavailable'). */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
}

/** An error of the disk at start, which the operator has to mend. */
export function openingFailure(what: string, directory: string, error: unknown): Failure {
  const reason = outages[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
  return new Failure(
    'configuration',
    'data_directory',
    `The ${what} directory ${directory} cannot be used. ${reason} (${codeOf(error) || 'error'})`,
    { cause: error },
  );
}
