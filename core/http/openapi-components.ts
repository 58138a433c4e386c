type Schema = Record<string, unknown>;

/** Shorter ones are as easy to read in place. */
const minCharacters = 120;

/** Moves object schemas that occur more than once to components with a name: that of the property
 * that holds them, or of the path. */
export function withComponents(
  paths: Record<string, Record<string, object>>,
  schemas: Record<string, unknown>,
): object {
  const counts = new Map<string, number>();
  count(paths, counts);
  const names = new Map<string, string>();

  function nameOf(text: string, hint: string): string {
    const name = names.get(text);
    if (name !== undefined) return name;
    let free = hint;
    for (let number = 2; Object.hasOwn(schemas, free); number++) free = `${hint}${number}`;
    names.set(text, free);
    return free;
  }

  function replaced(value: unknown, hint: string): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, hint));
    if (!isObject(value)) return value;
    const text = isObjectSchema(value) ? JSON.stringify(value) : '';
    if (text.length < minCharacters || (counts.get(text) ?? 0) < 2) return children(value, hint);
    const name = nameOf(text, hint);
    // In two steps: the place is taken before the children look for names.
    if (!Object.hasOwn(schemas, name)) {
      schemas[name] = {};
      schemas[name] = children(value, hint);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function children(value: Schema, hint: string): Schema {
    const entries = Object.entries(value).map(([key, child]) => {
      if (key === 'properties' && isObject(child)) {
        const properties = Object.entries(child).map(
          ([name, schema]) => [name, replaced(schema, pascal(name))] as const,
        );
        return [key, Object.fromEntries(properties)] as const;
      }
      return [key, replaced(child, key === 'items' ? singular(hint) : hint)] as const;
    });
    return Object.fromEntries<unknown>(entries);
  }

  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
      return [path, replaced(operations, pascal(words.at(-1) ?? 'reply'))];
    }),
  );
}

function count(value: unknown, counts: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) count(item, counts);
  if (!isObject(value)) return;
  if (isObjectSchema(value)) {
    const text = JSON.stringify(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const child of Object.values(value)) count(child, counts);
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectSchema(value: Schema): boolean {
  return value['type'] === 'object' && isObject(value['properties']);
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Value';
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
