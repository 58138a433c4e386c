/** What Jenkins' `tree` parameter leaves of a value: `a,b[c,d]`. */
export function picked(value: unknown, tree: string): unknown {
  return pick(value, fieldsOf(tree));
}

type Fields = Map<string, unknown>;

function fieldsOf(tree: string): Fields {
  const root: Fields = new Map();
  const open: Fields[] = [root];
  let latest = root;
  for (const [token] of tree.matchAll(/[^,[\]]+|[[\]]/g)) {
    if (token === '[') open.push(latest);
    else if (token === ']') open.pop();
    else {
      latest = new Map();
      open.at(-1)?.set(token, latest);
    }
  }
  return root;
}

function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, fields));
  if (typeof value !== 'object' || value === null || fields.size === 0) return value;
  const kept = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(
    kept.map(([name, below]) => [name, pick(below, fields.get(name) as Fields)]),
  );
}
