import type { Platform } from '#core/platform/ports/platform.ts';
import { classifications, type Classification } from '../../base/schema/detail.ts';
import { failuresOf, type PlacedFailure } from '../../jobs/record-history.ts';
import { overlaidFailure } from '../overlay.ts';
import { readStoredResult } from '../../jobs/read-stored-result.ts';
import type { Job } from '../../base/tables/job-tables.ts';

// SARIF 2.1.0 (OASIS, 2020), with what GitHub's code scanning reads of it.

const version = '2.1.0';
const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
}

const rules: Readonly<Record<Classification, Rule>> = {
  'CODE ISSUE': {
    id: 'code-issue',
    name: 'CodeIssue',
    level: 'error',
    text: 'The test or the code of the tests is wrong.',
  },
  'PRODUCT BUG': {
    id: 'product-bug',
    name: 'ProductBug',
    level: 'error',
    text: 'The product does not do what the test expects.',
  },
  INFRASTRUCTURE: {
    id: 'infrastructure',
    name: 'Infrastructure',
    level: 'warning',
    text: 'The environment of the test failed: network, machine, timeout or another service.',
  },
  '': {
    id: 'unclassified',
    name: 'Unclassified',
    level: 'note',
    text: 'The analysis gave no class.',
  },
};
const order: readonly Classification[] = [...classifications, ''];

/** The failures of a completed job as SARIF, piece by piece. */
export async function* sarifText(
  needs: Pick<Platform, 'blobs'>,
  job: Job,
): AsyncGenerator<string, void> {
  yield `{"$schema":"${schema}","version":"${version}","runs":[{"tool":${JSON.stringify(tool)},`;
  yield `"automationDetails":${JSON.stringify({ id: automationId(job) })},"results":[`;
  let separator = '';
  for (const entry of failuresOf(await readStoredResult(needs, job.id))) {
    const failure = overlaidFailure(entry.failure, entry, job.overrides);
    yield separator + JSON.stringify(resultOf({ ...entry, failure }));
    separator = ',';
  }
  yield ']}]}';
}

const tool = {
  driver: {
    name: 'Lantern failure analysis',
    rules: order.map((each) => {
      const { id, name, level, text } = rules[each];
      return { id, name, shortDescription: { text }, defaultConfiguration: { level } };
    }),
  },
};

/** What is before the last slash names the kind of run: GitHub replaces the results of the same. */
function automationId({ job_name, build_number, id }: Job): string {
  return job_name === '' ? `direct/${id}` : `${job_name}/${build_number}`;
}

function resultOf({ failure, child_job_name, child_build_number }: PlacedFailure) {
  const { test_name, error, error_signature, analysis } = failure;
  const { id, level } = rules[analysis.classification];
  const text = [test_name, error, analysis.details].filter((part) => part !== '').join('\n');
  const bug = analysis.product_bug_report;
  return {
    ruleId: id,
    ruleIndex: order.indexOf(analysis.classification),
    level,
    message: { text: text === '' ? 'A test without a name failed.' : text },
    locations: [locationOf(failure)],
    // A console-only analysis has no signature.
    ...(error_signature !== '' && {
      partialFingerprints: { 'errorSignature/v1': error_signature },
    }),
    properties: {
      test_name,
      classification: analysis.classification,
      ...(child_job_name !== '' && { child_job_name, child_build_number }),
      ...(analysis.artifacts_evidence !== '' && { evidence: analysis.artifacts_evidence }),
      ...(analysis.code_fix && { suggested_change: analysis.code_fix.change }),
      ...(bug && { bug_title: bug.title, bug_severity: bug.severity }),
      ...(bug && bug.tracker_matches.length > 0 && { tracker_matches: bug.tracker_matches }),
    },
  };
}

/** The file to change, where there is one; else the test alone. */
function locationOf({ test_name, analysis: { code_fix: fix } }: PlacedFailure['failure']) {
  const logicalLocations = [{ fullyQualifiedName: test_name, kind: 'function' }];
  if (!fix || fix.file === '') return { logicalLocations };
  const uri = fix.file.split('/').map(encodeURIComponent).join('/');
  // Lines may be a range, such as 10-12.
  const startLine = Number(/\d+/.exec(fix.line)?.[0] ?? 0);
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
      ...(startLine > 0 && { region: { startLine } }),
    },
    logicalLocations,
  };
}
