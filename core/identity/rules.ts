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
  /** A login also says, in a cookie that proves nothing, who signs comments. */
  readonly namesUser: boolean;
  readonly wrongLogin: string;
}

/** Who calls. */
export interface Caller {
  /** Empty: anonymous. */
  readonly username: string;
  readonly role: string;
  readonly isAdmin: boolean;
  readonly via: 'key' | 'session' | 'proxy' | 'name' | 'nothing';
  /** Of the user's row; absent: the holder of ADMIN_KEY, who has none, or an unproven name. A later
   * user of the same name has another. */
  readonly userId?: number;
}

export const anonymous: Caller = {
  username: '',
  role: '',
  isAdmin: false,
  via: 'nothing',
};

/** The name of the one who holds ADMIN_KEY; no user can take it. */
export const adminName = 'admin';

export function isReserved(username: string): boolean {
  return username.toLowerCase() === adminName;
}
