import { readUrl } from '#core/text/url.ts';
import type { PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import type { DefectUpdate, PortalItem } from './portal.ts';

export interface Pushing {
  /** The address of the result. */
  readonly resultUrl: string;
  /** With which the addresses of all results begin. */
  readonly resultUrls: string;
  readonly trackerUrl: string | null;
}

/** Of an item that is not investigated yet; the same in every project. */
const toInvestigate = 'ti001';

/** What an item of the portal becomes. `same`: it is so already. `kept`: a person has classified it in
 * the portal. */
export function defectUpdate(
  { resultUrl, resultUrls, trackerUrl }: Pushing,
  { id, issue }: PortalItem,
  { failure }: PlacedFailure,
  issueType: string,
): DefectUpdate | 'same' | 'kept' {
  const earlier = issue?.comment ?? '';
  const isOurs = earlier.includes(resultUrls);
  const isOpen = !issue || issue.issueType === toInvestigate || issue.autoAnalyzed === true;
  if (!isOpen && !isOurs && issue.issueType !== issueType) return 'kept';
  const others = earlier.split('\n').filter((line) => !line.includes(resultUrls));
  const comment = [others.join('\n').trim(), `[Failure analysis](${resultUrl})`]
    .filter(Boolean)
    .join('\n\n');
  const linked = issue?.externalSystemIssues ?? [];
  const tickets = ticketsOf(failure, trackerUrl).filter(({ ticketId }) =>
    linked.every((each) => each.ticketId !== ticketId),
  );
  const isClassified = issue?.issueType === issueType && issue.autoAnalyzed !== true;
  if (isClassified && comment === earlier && tickets.length === 0) return 'same';
  return {
    testItemId: id,
    issue: {
      ...{ issueType, comment, autoAnalyzed: false },
      ignoreAnalyzer: issue?.ignoreAnalyzer ?? false,
      ...(tickets.length > 0 && { externalSystemIssues: [...linked, ...tickets] }),
    },
  };
}

/** The issues of the tracker that may be the bug. */
function ticketsOf({ analysis }: PlacedFailure['failure'], trackerUrl: string | null) {
  const { product_bug_report: report } = analysis;
  if (!report) return [];
  return report.tracker_matches.flatMap(({ key, url }) => {
    const origin = readUrl(url)?.origin;
    if (origin === undefined) return [];
    const btsProject = key.replace(/-\d+$/, '');
    return [{ ticketId: key, url, btsUrl: trackerUrl ?? origin, btsProject }];
  });
}
