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

type Call = (...parameters: unknown[]) => Promise<unknown>;

/** An object with these calls, each of which opens the real object first. All of them are async. */
export function lazyCalls<Port extends object>(
  open: () => Promise<Port>,
  names: readonly (keyof Port & string)[],
): Port {
  const call = (name: keyof Port) => {
    const one: Call = async (...parameters) => ((await open())[name] as Call)(...parameters);
    return one;
  };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Port;
}
