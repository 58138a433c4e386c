import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bedrockVariables } from '#core/platform/adapters/aws/clients/bedrock-role.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { openAws } from '#core/home/open-aws.ts';
import { allTests, atEnd } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { bedrockRole, startStsApi } from '#test/support/aws/sts-api.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const region = 'us-east-1';
const credentials = { accessKeyId: 'the-worker', secretAccessKey: 'secret-of-the-worker' };
/** As Lambda sets them. */
const ofWorker = {
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: 'session-of-the-worker',
  AWS_REGION: region,
};
const ofModel = {
  CLAUDE_CODE_USE_BEDROCK: '1',
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: bedrockRole.accessKey,
  AWS_SECRET_ACCESS_KEY: bedrockRole.secretKey,
  AWS_SESSION_TOKEN: bedrockRole.session,
};

onBackend((on) => {
  it(`a role is taken (${on.backend.name})`, async () => {
    const standIn = on.backend.name === 'npm' ? await startStsApi() : undefined;
    const endpoint = standIn?.url ?? on.endpoints().dynamodb;
    const clients = awsClients({ region, credentials, endpoint });
    const variables = await bedrockVariables({ sts: clients.sts, role: bedrockRole.arn });
    await clients.close();
    expect(Object.keys(variables)).toEqual(Object.keys(ofModel));
    expect(Object.values(variables)).not.toContain('');
    expect(Object.values(variables)).not.toContain(credentials.secretAccessKey);
  });
});

describe('an AI command line in the cloud', () => {
  const sts = allTests(startStsApi);
  const folder = allTests(temporaryFolder);

  /** A command in the place of the provider's, which leaves its environment in a file. */
  async function ask(provider: string, variables: Record<string, string>, script = 'echo OK') {
    const file = join(folder().path, 'environment');
    const command = `sh -c 'cat > ${folder().path}/prompt; env > ${file}; ${script}'`;
    const platform = openAws({
      environment: {
        ...{ PATH: process.env['PATH'], LANTERN_TABLE: 'none', LANTERN_BUCKET: 'none' },
        ...{ ...ofWorker, [`AI_CLI_${provider.toUpperCase()}`]: command, ...variables },
      },
      clients: awsClients({ region, credentials, endpoint: sts().url }),
      writeLog: () => {},
    });
    atEnd(() => platform.close());
    const question = { model: 'sonnet', prompt: 'x', directory: folder().path };
    await platform.ai.ask({ provider, ...question, timeoutMilliseconds: 20_000 });
    const found: Record<string, string> = {};
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const [, name = '', value = ''] = /^((?:AWS|CLAUDE_CODE_USE)_\w+)=(.*)$/.exec(line) ?? [];
      if (name !== '') found[name] = value;
    }
    return found;
  }
  const role = { LANTERN_BEDROCK_ROLE: bedrockRole.arn };

  it('gets a role of its own where the stage says so, never that of the worker (S9)', async () => {
    expect(await ask('provider_a', role)).toEqual(ofModel);
    expect(sts().asked.at(-1)?.get('RoleSessionName')).toBe('lantern-model');
  });

  it('gets no role where the stage does not say so, or from a provider without Bedrock (S9)', async () => {
    expect(await ask('provider_a', {})).toEqual({ AWS_REGION: region });
    expect(await ask('provider_b', role)).toEqual({});
  });

  it('does not give the keys of the role away in what it says (S10)', async () => {
    const says = 'env | grep AWS_ >&2; exit 1';
    const failure = await expectFailure(ask('provider_a', role, says), 'upstream', 'failed');
    expect(failure.message).toContain('AWS_REGION');
    for (const secret of [bedrockRole.secretKey, bedrockRole.session, bedrockRole.accessKey]) {
      expect(failure.message).not.toContain(secret);
    }
  });

  it('is not started when the worker may not take the role', async () => {
    const asking = ask('provider_a', { LANTERN_BEDROCK_ROLE: 'arn:aws:iam::123456789012:role/x' });
    const failure = await expectFailure(asking, 'configuration', 'aws_refused');
    expect(failure.message).toMatch(/^STS refuses: AccessDenied\. [^\n]+$/);
  });
});
