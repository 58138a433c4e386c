/** Where the services' ideas of users differ. */
export interface IdentityRules {
  readonly service: string;
  /** Keys the hashes of API keys. */
  readonly secret: string;
  /** Logs in as `admin`; absent: nobody does. */
  readonly adminKey: string | undefined;
  readonly roles: readonly string[];
  readonly defaultRole: string;
  readonly secureCookies: boolean;
  /** A session whose rest is shorter than half its life begins anew. */
  readonly renewsSessions: boolean;
  readonly wrongLogin: string;
}

/** Who calls. */
export interface Caller {
  /** Empty: anonymous. */
  readonly username: string;
  readonly role: string;
  readonly isAdmin: boolean;
  readonly via: 'key' | 'session' | 'proxy' | 'name' | 'nothing';
  /** False for the holder of ADMIN_KEY, who has no row, and for names that nobody proved. */
  readonly isStored: boolean;
}

export const anonymous: Caller = {
  username: '',
  role: '',
  isAdmin: false,
  via: 'nothing',
  isStored: false,
};

/** The name of the one who holds ADMIN_KEY; no user can take it. */
export const adminName = 'admin';

export function isReserved(username: string): boolean {
  return username.toLowerCase() === adminName;
}
