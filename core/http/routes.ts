/** A route with its path split into segments. */
export interface Pattern {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter' | 'rest'; readonly name: string };

export function patternOf(route: { readonly method: string; readonly path: string }): Pattern {
  const segments = route.path
    .slice(1)
    .split('/')
    .map((text): Segment => {
      const placeholder = /^\{([a-z_]+)(\+?)\}$/.exec(text);
      if (!placeholder) return { kind: 'literal', text };
      return { kind: placeholder[2] ? 'rest' : 'parameter', name: placeholder[1] ?? '' };
    });
  return { method: route.method, path: route.path, segments };
}

/** The path parameters, decoded once as API Gateway does; undefined: the path does not match. */
export function match(
  pattern: Pattern,
  path: string,
  parts = path.slice(1).split('/'),
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [at, segment] of pattern.segments.entries()) {
    const part = parts[at];
    if (part === undefined) return undefined;
    if (segment.kind === 'literal') {
      if (segment.text !== part) return undefined;
    } else if (segment.kind === 'parameter') {
      if (part === '') return undefined;
      values[segment.name] = decode(part);
    } else {
      values[segment.name] = decode(parts.slice(at).join('/'));
      return values[segment.name] === '' ? undefined : values;
    }
  }
  return parts.length === pattern.segments.length ? values : undefined;
}

/** Sorts literal segments before parameters, and parameters before `{name+}`. */
export function bySpecificity(a: Pattern, b: Pattern): number {
  const rank = { literal: 0, parameter: 1, rest: 2 };
  for (let at = 0; at < Math.max(a.segments.length, b.segments.length); at++) {
    const [x, y] = [a.segments[at], b.segments[at]];
    if (!x || !y) return x ? -1 : 1;
    if (x.kind !== y.kind) return rank[x.kind] - rank[y.kind];
  }
  return 0;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
