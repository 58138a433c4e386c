import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { Failure } from '../../../failure.ts';
import type { Environment } from '../../../ports/environment.ts';

/** PEM of the operator's own authorities. Node reads NODE_EXTRA_CA_CERTS itself only if it is set
 * before the process starts, not from `.env`. */
export function readExtraCertificates(environment: Environment): string | undefined {
  const path = environment['NODE_EXTRA_CA_CERTS'];
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(
      'configuration',
      'bad_certificates',
      `NODE_EXTRA_CA_CERTS: the file ${path} cannot be read`,
      { cause: error },
    );
  }
}

/** One file with the default and the extra authorities: git uses the file instead of its default
 * list. The name has a hash of the content: processes with other authorities may share the folder. */
export async function writeCertificateFile(directory: string, extra: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = [...getCACertificates('default'), extra].join('\n');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(directory, `authorities-${hash}.pem`);
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text);
  await rename(temporary, path);
  return path;
}
