import { Failure } from '../../../failure.ts';

interface SdkError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $retryable?: unknown;
  readonly code?: string;
}

/** A refusal that only another setting or permission changes. */
const misconfigured = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'NoSuchBucket',
  'ResourceNotFoundException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

/**
 * What an adapter throws for an error of the SDK that it has no better word for. The SDK has
 * tried again by then. Failures and errors of our own pass unchanged.
 */
export function outage(system: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const { name, code, $metadata, $retryable } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  if (misconfigured.has(name)) {
    const text = `${system} refuses: ${name}. Check the resource's name and the credentials.`;
    return new Failure('configuration', 'aws_refused', text, { cause: error });
  }
  const silent = status === undefined && ($metadata !== undefined || isNetworkCode(code));
  const broken = status !== undefined && (status >= 500 || status === 429);
  if (!silent && !broken && $retryable === undefined) return error;
  const reason = code ?? (status === undefined ? name : `${name}, ${status}`);
  const text = `${system} does not answer (${reason}). Try again.`;
  return new Failure('unavailable', 'storage_unavailable', text, { cause: error });
}

/** Node's words for a connection that failed or broke, such as ECONNRESET or HPE_INVALID_EOF. */
function isNetworkCode(code: unknown): boolean {
  return typeof code === 'string' && /^(E[A-Z]+|HPE_\w+|ERR_(STREAM|SSL|TLS)_\w+)$/.test(code);
}
