type Headers = Readonly<Record<string, string | undefined>>;

/** The scheme that the browser used. Headers of untrusted peers were removed before (S13). */
export function schemeOf({ 'x-forwarded-proto': forwarded }: Headers): 'http' | 'https' {
  return forwarded?.split(',', 1)[0]?.trim() === 'https' ? 'https' : 'http';
}

/** Whether the Origin header names the scheme, host and port that the request was sent to. */
export function isOwnOrigin(headers: Headers): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined) return false;
  const own = `${schemeOf(headers)}://${host}`;
  return (
    URL.canParse(own) && URL.canParse(origin) && new URL(origin).origin === new URL(own).origin
  );
}
