/** What Jenkins' `tree` parameter leaves of a value: `a,b[c,d]{0,10}`. */
export function picked(value: unknown, tree: string): unknown {
  return pick(value, fieldsOf(tree));
}

interface Fields extends Map<string, unknown> {
  /** Of a list: from which element to which. */
  range?: readonly number[];
}

function fieldsOf(tree: string): Fields {
  const root: Fields = new Map();
  const open: Fields[] = [root];
  let latest = root;
  for (const [token] of tree.matchAll(/\{\d+,\d+\}|[^,[\]{}]+|[[\]]/g)) {
    if (token === '[') open.push(latest);
    else if (token === ']') latest = open.pop() ?? root;
    else if (token.startsWith('{')) latest.range = token.slice(1, -1).split(',').map(Number);
    else {
      latest = new Map();
      open.at(-1)?.set(token, latest);
    }
  }
  return root;
}

function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) {
    const [from, to] = fields.range ?? [];
    return value.slice(from, to).map((each) => pick(each, fields));
  }
  if (typeof value !== 'object' || value === null || fields.size === 0) return value;
  const kept = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(
    kept.map(([name, below]) => [name, pick(below, fields.get(name) as Fields)]),
  );
}
