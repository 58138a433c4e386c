import type { Kinds } from '../kind.ts';
import { apis } from './apis.ts';
import { around } from './around.ts';
import { cdn } from './cdn.ts';
import { functionKinds } from './functions.ts';
import { queues } from './queues.ts';
import { roles } from './roles.ts';
import { storage } from './storage.ts';
import { tables } from './tables.ts';

/** The types that the engine rolls out. Other types are only recorded in the state. */
export const kinds: Kinds = {
  ...apis,
  ...around,
  ...cdn,
  ...functionKinds,
  ...queues,
  ...roles,
  ...storage,
  ...tables,
};
