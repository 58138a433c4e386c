import { account, region } from './aws-http.ts';

interface PolicyStatement {
  readonly effect?: string;
  readonly actions?: readonly string[];
  readonly resources?: readonly string[];
  readonly principals?: readonly { readonly type: string; readonly identifiers: string[] }[];
  readonly conditions?: readonly {
    readonly test: string;
    readonly variable: string;
    readonly values: readonly string[];
  }[];
}

type Inputs = Readonly<Record<string, unknown>>;

/** Answers of the provider's functions, by the end of their token. */
const answers: Readonly<Record<string, (inputs: Inputs) => Inputs>> = {
  getRegion: () => ({ region, name: region, id: region }),
  getPartition: () => ({ partition: 'aws', dnsSuffix: 'amazonaws.com' }),
  getCallerIdentity: () => ({ accountId: account }),
  getAvailabilityZones: () => ({ names: [`${region}a`, `${region}b`], id: region }),
  getAuthorizationToken: () => ({ proxyEndpoint: 'registry', userName: 'AWS', password: 'none' }),
  getPolicyDocument: (inputs) => ({ ...inputs, json: policyOf(inputs) }),
};

export function answerOf(token: string, inputs: Inputs): Inputs {
  const answer = answers[token.slice(token.lastIndexOf(':') + 1)];
  return answer ? answer(inputs) : inputs;
}

function policyOf(inputs: Inputs): string {
  const statements = (inputs['statements'] ?? []) as readonly PolicyStatement[];
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map(
      ({ effect = 'Allow', actions, resources, principals, conditions }) => ({
        Effect: effect,
        Action: actions,
        Resource: resources,
        ...(principals && {
          Principal: principals.some(({ type }) => type === '*')
            ? '*'
            : Object.fromEntries(principals.map(({ type, identifiers }) => [type, identifiers])),
        }),
        ...(conditions && {
          Condition: Object.fromEntries(
            conditions.map(({ test, variable, values }) => [test, { [variable]: values }]),
          ),
        }),
      }),
    ),
  });
}
