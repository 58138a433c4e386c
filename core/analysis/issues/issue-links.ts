import { readHttpUrl } from '#core/text/url.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

/** Links to the analysis and to its build, as Markdown. Empty without PUBLIC_BASE_URL: a relative link
 * leads nowhere from another host. */
export function issueLinks(
  base: string | undefined,
  { id, ci_url }: Pick<Job, 'id' | 'ci_url'>,
): string {
  if (base === undefined) return '';
  const build = readHttpUrl(ci_url)?.href;
  const links = [
    `- [Analysis](${base}/results/${encodeURIComponent(id)})`,
    ...(build === undefined ? [] : [`- [Build](${plain(build)})`]),
  ];
  return `\n### Links\n\n${links.join('\n')}\n`;
}

/** Without signs that end the link, or that calmText() would part. */
function plain(url: string): string {
  return url.replaceAll(
    /[()@\\<>]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
