import { Failure } from '#core/platform/failure.ts';

/** How a service treats its users. */
export interface IdentityRules {
  readonly service: string;
  /** The HMAC key of the stored API key hashes. */
  readonly secret: string;
  /** Logs in as `admin`; absent: there is no such login. */
  readonly adminKey: string | undefined;
  readonly roles: readonly string[];
  readonly defaultRole: string;
  readonly secureCookies: boolean;
  /** A session is renewed when less than half of its lifetime is left. */
  readonly renewsSessions: boolean;
  /** A login also sets the cookie with the name that signs comments. */
  readonly namesUser: boolean;
  /** Records when each user was last seen. */
  readonly recordsUse: boolean;
  readonly wrongLogin: string;
}

/** The caller of a request. */
export interface Caller {
  /** Empty: anonymous. */
  readonly username: string;
  readonly role: string;
  readonly isAdmin: boolean;
  readonly via: 'key' | 'session' | 'proxy' | 'name' | 'nothing';
  /** The id of the user's row, which no later user of the same name has. Absent: the holder of
   * ADMIN_KEY, or an unproven name. */
  readonly userId?: number;
}

export const anonymous: Caller = {
  username: '',
  role: '',
  isAdmin: false,
  via: 'nothing',
};

/** The username of the holder of ADMIN_KEY; reserved. */
export const adminName = 'admin';

export function isReserved(username: string): boolean {
  // NFKC: full-width and other forms of the letters look the same.
  return username.normalize('NFKC').trim().toLowerCase() === adminName;
}

export function assertRole({ roles }: Pick<IdentityRules, 'roles'>, role: string): string {
  if (roles.includes(role)) return role;
  const names = [roles.slice(0, -1).join(', '), roles.at(-1)];
  const choice = roles.length > 2 ? names.join(', or ') : names.join(' or ');
  const message = `Invalid role: '${role.slice(0, 60)}'. Must be ${choice}.`;
  throw new Failure('invalid', 'invalid_role', message);
}
