import { codeBlock, codeSpan } from '#core/text/code-span.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import { readHttpUrl } from '#core/text/url.ts';
import type { Job } from '../base/tables/job-tables.ts';
import type { Subject } from '../results/read-subject.ts';

const longest = { title: 120, error: 10_000, text: 10_000 };

/** What is known of a failure, as Markdown of which no part is a stranger's markup. */
export interface IssueFacts {
  readonly title: string;
  readonly description: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly parts: readonly { readonly title: string; readonly text: string }[];
}

export function issueFacts(subject: Subject, secrets: readonly string[]): IssueFacts {
  const { job, child_job_name, child_build_number, failure } = subject;
  const { analysis, test_name, error } = failure;
  const { code_fix: fix, product_bug_report: report } = analysis;
  const masked = (text: string, most: number) => maskSecrets(text, secrets).slice(0, most);
  const prose = (text: string) => singleTildeText(masked(text, longest.text));
  const code = (text: string) => codeBlock('', masked(text, longest.error));
  const [line = ''] = error.trim().split('\n', 1);
  const name = child_job_name || job.job_name;
  const number = child_job_name === '' ? job.build_number : child_build_number;
  const all = [
    ['Test', test_name],
    ['Job', name === '' ? '' : `${name} #${number}`],
    ['Class', analysis.classification],
    ['Severity', (report && report.severity) || ''],
    ['Component', (report && report.component) || ''],
  ] as const;
  const evidence = [analysis.artifacts_evidence, (report && report.evidence) || ''];
  const parts = [
    ['Error', error.trim() && code(error)],
    ['Cause', report && report.description !== '' ? prose(analysis.details) : ''],
    ['Evidence', evidence.join('\n').trim() && code(evidence.join('\n').trim())],
    ['Suggested change', fix ? `${codeSpan(place(fix))}\n\n${code(fix.change)}` : ''],
  ] as const;
  return {
    title: masked((report && report.title) || `${test_name}: ${line}`, longest.title),
    description: prose((report && report.description) || analysis.details),
    facts: all
      .filter(([, value]) => value !== '')
      // A bar would end the cell of the table.
      .map(([label, value]) => ({
        name: label,
        value: codeSpan(masked(value, 500)).replaceAll('|', String.raw`\|`),
      })),
    parts: parts.filter(([, text]) => text !== '').map(([title, text]) => ({ title, text })),
  };
}

function place({ file, line }: { readonly file: string; readonly line: string }): string {
  return line === '' ? file : `${file}:${line}`;
}

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

/** Without signs that end the link, or that singleTildeText() would part. */
function plain(url: string): string {
  return url.replaceAll(
    /[()@\\<>]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
