import type { STSClient } from '@aws-sdk/client-sts';
import { outage } from '../dynamo/outage.ts';

interface BedrockRoleOptions {
  readonly sts: () => Promise<STSClient>;
  /** ARN of a role that trusts this process. */
  readonly role: string;
}

/**
 * Variables that sign an AI command line in to Bedrock with a separate role. The process's own role
 * may write tables and read secrets, which no model must be able to do. The credentials are valid
 * for an hour, the longest that STS allows to a process that uses a role already.
 */
export async function bedrockVariables({
  sts,
  role,
}: BedrockRoleOptions): Promise<Readonly<Record<string, string>>> {
  const [client, { AssumeRoleCommand }] = await Promise.all([sts(), import('./sts-sdk.ts')]);
  const command = new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'lantern-model' });
  const { Credentials } = await client.send(command).catch((error: unknown) => {
    throw outage('STS', error);
  });
  return {
    CLAUDE_CODE_USE_BEDROCK: '1',
    AWS_REGION: await client.config.region(),
    AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey ?? '',
    AWS_SESSION_TOKEN: Credentials?.SessionToken ?? '',
  };
}
