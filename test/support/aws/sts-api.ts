import { standIn } from '#test/support/http/stand-in.ts';

/** The role that may be assumed, and the credentials that it returns. */
export const bedrockRole = {
  arn: 'arn:aws:iam::123456789012:role/lantern-test-bedrock',
  accessKey: 'ASIAEXAMPLEEXAMPLE12',
  secretKey: 'c3RhbmQtaW4tc2VjcmV0LWtleS1vZi10aGUtcm9s',
  session: 'FwoGZXIvYXdzEStandInSessionTokenOfTheRole==',
};

/** AssumeRole of STS, because no emulator from npm has it, with the refusals that AWS documents for
 * a caller with a role. Signatures must be present, but are not checked. */
export async function startStsApi() {
  const asked: URLSearchParams[] = [];
  const { url, close } = await standIn(({ headers, body }, response) => {
    const form = new URLSearchParams(body.toString());
    asked.push(form);
    const problem = problemOf(form, headers.authorization ?? '');
    response.writeHead(problem ? problem[0] : 200, { 'content-type': 'text/xml' });
    response.end(problem ? refusal(problem[1], problem[2]) : answer());
  });
  return { url, asked, close };
}

type Problem = readonly [status: number, code: string, message: string];

function problemOf(form: URLSearchParams, authorization: string): Problem | undefined {
  const seconds = Number(form.get('DurationSeconds') ?? 3600);
  if (!/^AWS4-HMAC-SHA256 Credential=.+\/sts\/aws4_request, .*Signature=/.test(authorization)) {
    return [403, 'MissingAuthenticationToken', 'Request is missing Authentication Token'];
  }
  if (form.get('Action') !== 'AssumeRole' || form.get('Version') !== '2011-06-15') {
    return [400, 'InvalidAction', `Could not find operation ${form.get('Action')}`];
  }
  if (!/^[\w+=,.@-]{2,64}$/.test(form.get('RoleSessionName') ?? '')) {
    return [400, 'ValidationError', "1 validation error detected: Value at 'roleSessionName'"];
  }
  if (seconds < 900 || seconds > 3600) {
    const text = 'The requested DurationSeconds exceeds the 1 hour session limit for role chaining';
    return [400, 'ValidationError', text];
  }
  if (form.get('RoleArn') === bedrockRole.arn) return undefined;
  const text = `User is not authorized to perform: sts:AssumeRole on ${form.get('RoleArn')}`;
  return [403, 'AccessDenied', text];
}

function answer(): string {
  const { accessKey, secretKey, session } = bedrockRole;
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<Credentials><AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${secretKey}</SecretAccessKey>
<SessionToken>${session}</SessionToken><Expiration>${expiration}</Expiration></Credentials>
</AssumeRoleResult></AssumeRoleResponse>`;
}

function refusal(code: string, message: string): string {
  return `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>
<Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
}
