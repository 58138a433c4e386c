type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whose site the page before was, when it was a page of the same site whose address named the
 * owner. The links of a site are relative and name nobody, so that it works from a disk as well;
 * this keeps a reader of another owner's site there.
 */
export function ownerBefore({ referer, host }: Headers, project: string): string | undefined {
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return undefined;
  const before = new URL(referer);
  const isHere =
    before.host === host.toLowerCase() &&
    before.pathname.startsWith(`/docs/${encodeURIComponent(project)}/`);
  return isHere ? (before.searchParams.get('owner') ?? undefined) : undefined;
}
