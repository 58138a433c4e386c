/** Calls `make` at the first use and keeps the result; after a failure the next use calls it again. */
export function lazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= make().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

/** An object with these calls, which opens the real one at the first. All of them are async. */
export function lazyCalls<Port extends object>(
  names: readonly (keyof Port & string)[],
  open: () => Promise<Port>,
): Port {
  const opened = lazy(open);
  const call = (name: keyof Port) => {
    return async (...parameters: unknown[]) =>
      ((await opened())[name] as (...same: unknown[]) => unknown)(...parameters);
  };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Port;
}
