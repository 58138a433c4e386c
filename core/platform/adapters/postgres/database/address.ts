/** The address for people: without its password and its options. Undefined: it is none. */
export function shownAddress(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) return undefined;
  // A socket's folder is an option: postgres:///lantern?host=/run/postgresql
  const host = parsed.host || parsed.searchParams.get('host');
  if (!host || parsed.pathname.length < 2) return undefined;
  return `${parsed.protocol}//${parsed.username && `${parsed.username}@`}${host}${parsed.pathname}`;
}
