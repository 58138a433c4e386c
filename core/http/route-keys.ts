const maxRoutes = 300;
const methods = 'ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT';
const segment = String.raw`(?:[\w.~-]+|\{[\w.-]+\})`;
/** `$connect` and `$disconnect` belong to WebSocket APIs. */
const wellFormed = new RegExp(
  String.raw`^\$(?:default|connect|disconnect)$|^(?:${methods}) (?:\/|(?:\/${segment})+|(?:\/${segment})*\/\{[\w.-]+\+\})$`,
);

/** The route keys of the manifest's routes. GET includes HEAD. */
export function routeKeysOf(
  routes: readonly { readonly method: string; readonly path: string }[],
): string[] {
  return routes.flatMap(({ method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((verb) => `${verb} ${path}`),
  );
}

/** Why API Gateway would refuse these routes of one HTTP API; empty: it would not. Emulators accept
 * trailing slashes and any number of routes. */
export function routeKeyProblems(keys: readonly string[]): string[] {
  const problems = keys
    .filter((key) => !wellFormed.test(key))
    .map((key) => `The route key "${key}" is not valid: no slash at the end, {name+} only there`);
  const shapes = new Map<string, string>();
  for (const key of keys) {
    const shape = key.replace(/\{[^}+]*(\+?)\}/g, '{$1}');
    const same = shapes.get(shape);
    if (same !== undefined) problems.push(`The routes "${same}" and "${key}" are the same`);
    shapes.set(shape, key);
  }
  if (keys.length > maxRoutes) {
    problems.push(`An HTTP API has at most ${maxRoutes} routes, not ${keys.length}`);
  }
  return problems;
}
