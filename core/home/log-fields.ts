import { AsyncLocalStorage } from 'node:async_hooks';

type Fields = Readonly<Record<string, unknown>>;

const store = new AsyncLocalStorage<Fields>();

/** Every line that is logged during `work`, by adapters too, has these fields. */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return store.run({ ...store.getStore(), ...fields }, work);
}

export function currentLogFields(): Fields {
  return store.getStore() ?? {};
}
