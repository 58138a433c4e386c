import { html, type Html, type HtmlValue } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import type { Classification } from '../base/schema/detail.ts';
import type { JobStatus } from '../base/schema/result.ts';
import type { ClassColumn } from '../base/tables/job-tables.ts';
import { testUrl } from './urls.ts';

interface ClassWords {
  readonly name: string;
  readonly tone: 'bad' | 'warn' | 'info' | 'quiet';
  /** In addresses and class names. */
  readonly slug: string;
  /** Who has to do something about it. */
  readonly next: string;
}

const words: Readonly<Record<Classification, ClassWords>> = {
  'PRODUCT BUG': {
    name: 'Product bug',
    tone: 'bad',
    slug: 'product',
    next: 'The product is wrong: report the bug.',
  },
  'CODE ISSUE': {
    name: 'Code issue',
    tone: 'warn',
    slug: 'code',
    next: 'The test or its code is wrong: fix it there.',
  },
  INFRASTRUCTURE: {
    name: 'Infrastructure',
    tone: 'info',
    slug: 'infrastructure',
    next: 'The environment failed: fix it, then run the tests again.',
  },
  '': {
    name: 'Not classified',
    tone: 'quiet',
    slug: 'none',
    next: 'No cause is known: read the error, then set a class.',
  },
};

/** Worst first: the order of every list and chart. */
export const classes = ['PRODUCT BUG', 'CODE ISSUE', 'INFRASTRUCTURE', ''] as const;

/** How many failures are of which class. */
export type ClassCounts = Readonly<Record<Classification, number>>;

export function classWords(classification: Classification): ClassWords {
  return words[classification];
}

export function classOfSlug(slug: string | undefined): Classification | undefined {
  return classes.find((each) => words[each].slug === slug);
}

export function classBadge(classification: Classification): Html {
  const { name, tone } = words[classification];
  return badge(tone, name);
}

/** For a form that filters a list. */
export function classChoice(current: Classification | undefined): Html {
  return html`<select name="class" aria-label="Class">
    <option value="">All classes</option>
    ${classes.map((each) => {
      const { slug, name } = words[each];
      return html`<option value="${slug}" ${each === current && html`selected`}>${name}</option>`;
    })}
  </select>`;
}

/** `2 product bugs`, `1 not classified`. */
export function classCount(each: Classification, number: number): string {
  const name = words[each].name.toLowerCase();
  return each === '' || each === 'INFRASTRUCTURE' ? count(number, name, name) : count(number, name);
}

/** `2 product bugs, 1 not classified`. */
export function classesText(counts: ClassCounts): string {
  const parts = classes.filter((each) => counts[each] > 0);
  return parts.map((each) => classCount(each, counts[each])).join(', ');
}

/** The failures of an analysis by class. */
export function classesOf(job: Readonly<Record<ClassColumn, number>>): ClassCounts {
  return {
    'PRODUCT BUG': job.product_bugs,
    'CODE ISSUE': job.code_issues,
    INFRASTRUCTURE: job.infrastructure,
    '': job.unclassified,
  };
}

/** What a run came to: that its analysis has ended says nothing of it. */
export function outcomeBadge(
  job: { readonly status: JobStatus; readonly failure_count?: number | undefined } & Readonly<
    Record<ClassColumn, number>
  >,
): Html {
  if (job.status !== 'completed') return statusBadge(job.status);
  if (!job.failure_count) return badge('good', 'No failures');
  const counts = classesOf(job);
  const worst = classes.find((each) => counts[each] > 0) ?? '';
  return badge(words[worst].tone, count(job.failure_count, 'failure'));
}

const statuses = {
  pending: ['info', 'Queued'],
  waiting: ['info', 'Waiting for the build'],
  running: ['info', 'Running'],
  completed: ['quiet', 'Completed'],
  failed: ['bad', 'Analysis failed'],
} as const;

function statusBadge(status: JobStatus): Html {
  const [tone, text] = statuses[status];
  return badge(tone, text);
}

const phases: Readonly<Record<string, string>> = {
  waiting_for_ci: 'Waiting for the build to finish',
  analyzing: 'Reading the failures',
  analyzing_child_jobs: 'Reading child jobs',
  analyzing_failures: 'Explaining the failures',
  enriching_tracker: 'Searching the issue tracker',
  saving: 'Saving the result',
};

export function phaseText(phase: string | null): string {
  if (phase === null) return 'Waiting in the queue';
  const [, kind, round] = /^(peer_review|orchestrator_revising)_round_(\d+)$/.exec(phase) ?? [];
  if (kind === 'peer_review') return `Peers review, round ${round}`;
  if (kind !== undefined) return `Main AI revises, round ${round}`;
  return phases[phase] ?? phase.replaceAll('_', ' ');
}

export function jobName({
  job_name,
  build_number,
}: {
  readonly job_name: string;
  readonly build_number: number;
}): string {
  if (job_name === '') return 'Direct analysis';
  return build_number === 0 ? job_name : `${job_name} #${build_number}`;
}

const barWidth = 1_000;

/** One bar, divided by class. */
export function classBar(counts: ClassCounts): Html | false {
  const total = classes.reduce((sum, each) => sum + counts[each], 0);
  if (total === 0) return false;
  let at = 0;
  return html`<svg
    class="chart class-bar"
    viewBox="0 0 ${barWidth} 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${classesText(counts)}"
  >
    ${classes.map((each) => {
      const length = (counts[each] / total) * barWidth;
      const rect = html`<rect
        class="part-${classWords(each).slug}"
        x="${at.toFixed(1)}"
        y="0"
        width="${Math.max(0, at + length < barWidth - 1 ? length - 4 : length).toFixed(1)}"
        height="10"
      />`;
      at += length;
      return counts[each] > 0 && rect;
    })}
  </svg>`;
}

/** A test's name, leading to its history. Addresses cannot hold an empty name, `.` and `..`. */
export function testLink(name: string): HtmlValue {
  const shown = name.toWellFormed();
  if (/^\.{0,2}$/.test(shown)) return shown || '(no name)';
  return html`<a href="${testUrl(shown)}">${shown}</a>`;
}

const direct =
  /^Analyzed (\d+) test failures \((\d+) unique errors\)\. (\d+) analyzed successfully\.$/;

/** The summary of the API as a person writes it: `3 failures` for `3 failure(s)`. */
export function plainSummary(summary: string): string {
  return summary
    .replace(direct, (_, failures: string, errors: string, analyzed: string) => {
      const what = `${count(Number(failures), 'failed test')} with ${errors === '1' ? 'one error' : `${Number(errors).toLocaleString('en')} different errors`}`;
      return analyzed === '0' ? `${what}. None could be explained.` : `${what}.`;
    })
    .replace(
      /\b(\d[\d,]*) ((?:[a-z]{1,20} ){0,3}[a-z]{1,20})\(s\)/g,
      (_, amount: string, words: string) => (amount === '1' ? `1 ${words}` : `${amount} ${words}s`),
    )
    .replace(/\b(1 failed child job) were\b/, '$1 was');
}
