export type Entry = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
