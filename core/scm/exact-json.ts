type Revive = (key: string, value: unknown, context: { readonly source: string }) => unknown;

// ES2025's third argument of a reviver is not in TypeScript's library yet.
const parse = JSON.parse as (text: string, revive?: Revive) => unknown;

/** JSON in which integers beyond 2^53 are texts of their digits: since 2026 the ids of the
 * deliveries of a hook are that large, and a rounded id names another delivery. */
export function parseExactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return parse(text);
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? source
      : value,
  );
}
