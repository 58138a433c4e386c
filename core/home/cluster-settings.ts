import * as z from 'zod/mini';
import { shownAddress } from '#core/platform/adapters/postgres/database/address.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { flag, integer, parsed, settings } from '#core/platform/settings.ts';

const example = 'must be an address such as postgres://user:password@host:5432/database';

const readAddress = (text: string) => (shownAddress(text) === undefined ? undefined : text);

/** What a replica of several needs besides. */
export const clusterSettings = settings({
  /** the PostgreSQL that all replicas share, `postgres://user:password@host:5432/database`; `sslmode`
   * in it chooses TLS. When it is set, `npm run serve` starts a replica */
  DATABASE_URL: z.optional(parsed(example, readAddress)),
  /** connections to it, of one service in one replica; one more listens */
  DATABASE_CONNECTIONS: integer(10, 2, 200),
  /** encrypts generated secrets in the database; the same for all replicas, at least 16 characters */
  SECRETS_KEY: z.optional(
    parsed('must have at least 16 characters', (text) => (text.length < 16 ? undefined : text)),
  ),
  /** the bucket of an S3-compatible store for files; each service has a folder of its own in it */
  BLOBS_BUCKET: z.optional(z.string()),
  /** instead of a bucket: a folder that all replicas mount */
  BLOBS_DIR: z.optional(z.string()),
  /** `true`: the bucket is part of the path, not of the host, as most stores beside AWS need it */
  S3_PATH_STYLE: flag(false),
  /** the address under which browsers reach the store, for links to its files; unset: the same */
  S3_PUBLIC_URL: z.optional(z.url('must be an address such as https://files.example.com')),
});

export interface ClusterSettings {
  readonly url: string;
  readonly connections: number;
  readonly secretsKey: string;
  readonly objects:
    | {
        readonly bucket: string;
        readonly pathStyle: boolean;
        readonly publicUrl: string | undefined;
      }
    | { readonly directory: string };
}

/** Failure('configuration') names everything that is missing. */
export function readClusterSettings(environment: Environment): ClusterSettings {
  const values = clusterSettings(environment);
  const { DATABASE_URL: url, SECRETS_KEY: secretsKey, BLOBS_BUCKET: bucket } = values;
  const { BLOBS_DIR: directory, S3_PATH_STYLE: pathStyle, S3_PUBLIC_URL: publicUrl } = values;
  const problems = [
    ...(url === undefined ? [`DATABASE_URL ${example}`] : []),
    ...(secretsKey === undefined
      ? ['SECRETS_KEY must be set: it encrypts generated secrets in the database']
      : []),
    ...(bucket === undefined && directory === undefined
      ? ['BLOBS_BUCKET or BLOBS_DIR must be set: all replicas read and write the same files there']
      : []),
    ...(bucket !== undefined && directory !== undefined
      ? ['BLOBS_BUCKET and BLOBS_DIR are both set: files have one place']
      : []),
  ];
  if (url === undefined || secretsKey === undefined || problems.length > 0)
    throw new Failure('configuration', 'bad_setting', problems.join('; '));
  return {
    url,
    secretsKey,
    connections: values.DATABASE_CONNECTIONS,
    objects:
      bucket === undefined ? { directory: directory as string } : { bucket, pathStyle, publicUrl },
  };
}
