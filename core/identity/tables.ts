import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

const user = z.object({
  username: z.string(),
  id: z.int(),
  role: z.string(),
  /** HMAC of the API key, hexadecimal; the key itself is not stored. */
  api_key_hash: z.nullable(z.string()),
  created_at: z.string(),
  last_seen: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

export const users = table({
  name: 'users',
  version: 2,
  columns: user,
  key: ['username'],
  unique: ['api_key_hash'],
  indexes: {
    by_key: { equal: ['api_key_hash'], order: 'username' },
    by_age: { equal: [], order: 'id' },
  },
});

const session = z.object({
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: z.string(),
  username: z.string(),
  is_admin: z.boolean(),
  /** See proofOf(): a session with another value than the current one is invalid. */
  proof: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Session = z.output<typeof session>;

export const sessions = table({
  name: 'sessions',
  version: 1,
  columns: session,
  key: ['token_hash'],
  indexes: { by_user: { equal: ['username'], order: 'created_at' } },
  expires: 'expires_at',
});

/** The longest wait after wrong keys. */
export const maxWaitSeconds = 900;

/** Wrong keys per client; see guesses.ts. */
export const wrongKeys = table({
  name: 'wrong_keys',
  version: 2,
  columns: z.object({
    client: z.string(),
    failures: z.int(),
    /** How often the client was blocked. */
    blocks: z.int(),
    blocked_until: z.nullable(z.string()),
    expires_at: z.string(),
    /** Eight digits of the hashes of the newest ones. */
    keys: z._default(z.array(z.string()), []),
  }),
  key: ['client'],
  expires: 'expires_at',
});

export const grants = table({
  name: 'access_grants',
  version: 1,
  columns: z.object({
    project_owner: z.string(),
    project_name: z.string(),
    username: z.string(),
    created_at: z.string(),
  }),
  key: ['project_owner', 'project_name', 'username'],
  indexes: { by_user: { equal: ['username'], order: 'project_name' } },
});

export const identityTables = [users, sessions, wrongKeys, grants];
