/** The address of a page, with the parts of the query that have a value. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? path : `${path}?${text}`;
}

export function jobUrl(id: string): string {
  return `/results/${encodeURIComponent(id)}`;
}

export function testUrl(name: string): string {
  return `/history/test/${encodeURIComponent(name)}`;
}
