import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { Failure } from '../../../failure.ts';
import { outage } from '../dynamo/outage.ts';

export interface ParametersOptions {
  /** SSM is called with its credentials, region and connections: SSM's own client would add 78 kB
   * to every cold start. */
  readonly client: () => Promise<DynamoDBClient>;
  /** Absent: AWS. */
  readonly endpoint?: string;
}

interface Answer {
  readonly Parameters: readonly { readonly Name: string; readonly Value: string }[];
  readonly InvalidParameters: readonly string[];
}

/** SSM takes at most ten names in one GetParameters call. */
const namesPerCall = 10;
/** An account may read 40 times a second, all functions together: retries last about 6 s. */
const maxTries = 8;

/**
 * Decrypted values of SSM parameters by name; `<name>:<version>` reads that version. Absent ones:
 * Failure('configuration') with all their names.
 */
export async function readParameters(
  names: readonly string[],
  options: ParametersOptions,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const missing: string[] = [];
  for (let at = 0; at < names.length; at += namesPerCall) {
    const answer = await getParameters(names.slice(at, at + namesPerCall), options);
    for (const { Name, Value } of answer.Parameters) values.set(Name, Value);
    // Without the version: the log would mask it as the value of a secret.
    missing.push(...answer.InvalidParameters.map((name) => name.replace(/:\d+$/, '')));
  }
  if (missing.length === 0) return values;
  const text = `SSM has no parameter ${missing.join(', ')}: set the secret and deploy again`;
  throw new Failure('configuration', 'missing_secret', text);
}

async function getParameters(names: readonly string[], options: ParametersOptions) {
  for (let tries = 1; ; tries++) {
    try {
      return await request(names, options);
    } catch (error) {
      const failure = outage('SSM', error);
      const isTransient = failure instanceof Failure && failure.kind === 'unavailable';
      if (!isTransient || tries === maxTries) throw failure;
      const maxPauseMs = Math.min(2_000, 25 * 2 ** tries);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPauseMs));
    }
  }
}

async function request(names: readonly string[], options: ParametersOptions): Promise<Answer> {
  const { config } = await options.client();
  const [region, { credentials, sha256 }] = [await config.region(), config];
  const url = new URL(options.endpoint ?? `https://ssm.${region}.amazonaws.com`);
  const signer = new SignatureV4({ service: 'ssm', region, credentials, sha256 });
  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: '/',
    query: {},
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameters',
    },
    body: JSON.stringify({ Names: names, WithDecryption: true }),
  });
  const { response } = (await config.requestHandler.handle(signed)) as {
    response: { readonly statusCode: number; readonly body: unknown };
  };
  const bytes = await config.streamCollector(response.body);
  const text = config.utf8Encoder(bytes);
  if (response.statusCode === 200) return JSON.parse(text) as Answer;
  throw refusal(response.statusCode, text);
}

/** An error of the form that the SDK throws, for outage(). */
function refusal(httpStatusCode: number, text: string): Error {
  const [, name = 'UnknownError'] = /"__type":"(?:[^"]*#)?(\w+)/.exec(text) ?? [];
  const error = Object.assign(new Error(text), { $metadata: { httpStatusCode } });
  error.name = name;
  return name === 'ThrottlingException' ? Object.assign(error, { $retryable: {} }) : error;
}
