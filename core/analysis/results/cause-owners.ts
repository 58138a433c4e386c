import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import { ownersOf, readCodeOwners, type OwnerRule } from '#core/text/code-owners.ts';
import { ownersFile } from '../base/job-files.ts';
import type { AnalysisDetail } from '../base/schema/detail.ts';
import { artifactsFolder } from '../base/schema/request.ts';
import type { Job } from '../base/tables/job-tables.ts';
import { consoleSource, errorSource, stackSource } from '../explain/prompts/subject.ts';

export async function readOwnerRules(
  { blobs }: Pick<Platform, 'blobs'>,
  { id, params }: Job,
): Promise<readonly OwnerRule[]> {
  const file = params.tests_repo_url === null ? undefined : await blobs.get(ownersFile(id));
  return file ? readCodeOwners(await text(file.body)) : [];
}

/** Who owns the files of the tests repository that a cause quotes or wants to change. */
export function causeOwners(
  rules: readonly OwnerRule[],
  detail: AnalysisDetail,
  { params }: Pick<Job, 'params'>,
): string[] {
  const others = new Set(params.additional_repos.map(({ name }) => name));
  const own = citedFiles(detail).filter((path) => !others.has(path.split('/', 1)[0] ?? ''));
  return [...new Set(own.flatMap((path) => ownersOf(rules, path)))];
}

/** What a cause quotes and wants to change. */
export function citedFiles({
  artifacts_evidence: evidence,
  code_fix: fix,
  product_bug_report: report,
}: AnalysisDetail): string[] {
  const quotes = `${evidence}\n${report ? report.evidence : ''}`.split('\n');
  const files = quotes.flatMap((line) => /^([^\n]{1,1024}?):\d/.exec(line.trimStart())?.[1] ?? []);
  const sources = new Set([errorSource, stackSource, consoleSource]);
  return [...files, ...(fix ? [fix.file] : [])].filter(
    (path) => !sources.has(path) && !path.startsWith(`${artifactsFolder}/`),
  );
}
