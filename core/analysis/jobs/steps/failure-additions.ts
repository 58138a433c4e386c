import type { AnalysisDetail } from '../../base/schema/detail.ts';
import type { Addition, Property } from '../../intake/junit/enrich-junit.ts';
import type { FailureAnalysis } from '../../base/schema/result.ts';
import type { Assembled } from './assemble.ts';

/** Characters of details in the XML, for all failures together. */
const maxDetails = 20_000_000;
const fewestDetails = 1_000;

/** What the XML gets for each failure that was analyzed. */
export function failureAdditions({
  failures,
  places,
}: Pick<Assembled, 'failures' | 'places'>): Addition[] {
  const longest = Math.max(fewestDetails, Math.floor(maxDetails / Math.max(1, failures.length)));
  return failures.flatMap(({ analysis }, at) => {
    const place = places[at];
    if (!place || analysis.details === '') return [];
    const details = analysis.details.slice(0, longest);
    const properties = () => propertiesOf({ ...analysis, details });
    return [{ place, properties, output: () => textOf(analysis, details) }];
  });
}

function propertiesOf(analysis: FailureAnalysis['analysis']): Property[] {
  const {
    classification,
    details,
    affected_tests,
    code_fix: fix,
    product_bug_report: bug,
  } = analysis;
  return [
    ['ai_classification', classification],
    ['ai_details', details],
    ['ai_affected_tests', affected_tests.join(', ')],
    ...named('ai_code_fix', fix && { file: fix.file, line: fix.line, change: fix.change }),
    ...named(
      'ai_bug',
      bug && {
        title: bug.title,
        severity: bug.severity,
        component: bug.component,
        description: bug.description,
      },
    ),
    ...(bug ? bug.tracker_matches : []).flatMap(
      ({ key, summary, status, url, priority, score }, at) =>
        named(`ai_tracker_match_${at}`, {
          key,
          summary,
          status,
          url,
          priority,
          score: String(score),
        }),
    ),
  ];
}

function named(
  prefix: string,
  values: Readonly<Record<string, string>> | false | undefined,
): Property[] {
  return Object.entries(values || {}).map(([name, value]) => [`${prefix}_${name}`, value]);
}

function textOf(
  { classification, code_fix: fix, product_bug_report: bug }: AnalysisDetail,
  details: string,
) {
  const lines = [
    `AI analysis: ${classification === '' ? 'not classified' : classification}`,
    details,
  ];
  if (fix) lines.push(`Suggested fix in ${fix.file}:${fix.line}: ${fix.change}`);
  if (bug) lines.push(`Bug report: ${bug.title}\n${bug.description}`);
  return lines.join('\n\n');
}
