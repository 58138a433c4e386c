import { basename } from 'node:path';
import { configurationKey } from '#core/webhook/configuration/configuration.ts';
import {
  parseConfiguration,
  problemsOfConfiguration,
  problemsOfRepositoryFile,
} from '#core/webhook/configuration/parse.ts';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsClients, type AwsOptions } from '#core/platform/adapters/aws/clients/clients.ts';
import { usage } from './line/group.ts';
import { print, type Shell } from './line/shell.ts';
import { readText } from './webhook/target.ts';

interface Options {
  readonly json?: boolean;
  readonly bucket?: string;
}

/** Says everything that is wrong with a configuration file of the webhook receiver, or with a repository's
 * own file, which is known by its name. */
export async function check(
  [file]: readonly string[],
  options: Options,
  shell: Shell,
): Promise<number> {
  if (file === undefined) throw usage('Give the file: lantern config check config.yaml');
  const text = await readText(file);
  const isOfRepository = basename(file) === '.scm-webhook-server.yaml';
  const problems = isOfRepository ? problemsOfRepositoryFile(text) : problemsOfConfiguration(text);
  const isGood = problems.length === 0;
  const repositories =
    isGood && !isOfRepository
      ? Object.values(parseConfiguration(text).repositories).map(({ name }) => name)
      : [];
  const good = isOfRepository ? `${file} is valid` : `${file} is valid: ${repositories.join(', ')}`;
  const shown = isGood ? good : problems.join('\n');
  print(shell, options, { file, repositories, problems }, shown);
  return isGood ? 0 : 1;
}

/** Checks a configuration file of the webhook receiver, and puts it into the bucket of a stage. The
 * SDK finds credentials and region as AWS's own command line does. */
export async function push(
  [file]: readonly string[],
  { bucket, ...options }: Options,
  shell: Shell,
  aws?: AwsOptions,
): Promise<void> {
  if (file === undefined) throw usage('Give the file: lantern config push config.yaml --bucket …');
  if (bucket === undefined) throw usage('Give the bucket with --bucket: a deploy prints its name');
  const text = await readText(file);
  const repositories = Object.keys(parseConfiguration(text).repositories);
  const clients = awsClients(aws);
  try {
    await awsBlobs({ s3: clients.s3, bucket }).put(configurationKey, text);
  } finally {
    await clients.close();
  }
  const done = `${configurationKey} is in ${bucket}; it takes effect within 10 seconds.`;
  print(shell, options, { bucket, key: configurationKey, repositories }, done);
}
