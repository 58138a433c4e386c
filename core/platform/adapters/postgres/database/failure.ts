import { Failure } from '../../../failure.ts';

type Outage = readonly [code: string, cause: string];

const unreachable: Outage = ['storage_unreachable', 'cannot be reached; it is tried again'];

const untrusted: Outage = [
  'storage_refused',
  'has a certificate that is not trusted; name its authority in NODE_EXTRA_CA_CERTS',
];

/** What PostgreSQL's codes mean for the operator (postgresql.org/docs/current/errcodes-appendix.html),
 * by code or class, and those of the system and the driver. */
const outages: Readonly<Record<string, Outage>> = {
  '08': unreachable,
  '53': ['storage_busy', 'has no room for more work; it is tried again'],
  '53100': ['storage_full', 'its disk is full; free some space'],
  '53300': ['storage_busy', 'takes no more connections; raise max_connections'],
  '57': unreachable,
  '58': ['storage_failed', 'reports an error of its system; look into its log'],
  // This process stood still in a transaction.
  '25P03': unreachable,
  '25006': ['storage_read_only', 'is read-only; name the primary server'],
  '28': ['storage_refused', 'refuses the user or the password of DATABASE_URL'],
  '3D000': ['storage_refused', 'has no such database; create it'],
  '42501': ['storage_refused', 'does not let this user make tables; grant CREATE on the database'],
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EPIPE: unreachable,
  ETIMEDOUT: unreachable,
  CERT_HAS_EXPIRED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'storage_refused',
    'has a certificate for another host; correct the host in DATABASE_URL',
  ],
};

const noTls: Outage = ['storage_refused', 'offers no TLS; correct sslmode in DATABASE_URL'];

/** The driver has no codes for these. */
const driverOutage =
  /connection terminated|timeout exceeded when trying to connect|connection error|query read timeout|not queryable|client was closed/i;

function driverOutageOf(message: string): Outage | undefined {
  if (message === 'The server does not support SSL connections') return noTls;
  return driverOutage.test(message) ? unreachable : undefined;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Another transaction came between: the statement changed nothing and may run again. */
export function isOvertaken(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** A key or a unique column's value is taken already. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** An outage becomes a Failure that a caller may see; anything else is a bug and stays. */
export function storageFailure(address: string, error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const outage = outages[code] ?? outages[code.slice(0, code.length === 5 ? 2 : 0)];
  const [name, cause] = outage ?? driverOutageOf(error.message) ?? [];
  if (name === undefined) return error;
  return new Failure('unavailable', name, `Database ${address}: ${cause}`, { cause: error });
}
