import * as z from 'zod/mini';
import { jsonObjects } from '#core/text/json.ts';
import {
  classifications,
  type AnalysisDetail,
  type Classification,
} from '../../base/schema/detail.ts';

/** Longer texts of a model are cut. */
const maxCharacters = 50_000;
/** Characters of the whole answer, whose end counts: reading it must not keep other requests waiting. */
const maxRead = 1_000_000;
const maxNames = 10_000;

const cut = (text: string) => text.slice(0, maxCharacters);
const text = z.pipe(
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.union([z.string(), z.number()])),
  ]),
  z.transform((value) =>
    cut(Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value)),
  ),
);
const optionalText = z._default(text, '');
const names = z.pipe(
  z._default(z.union([z.array(z.string()), z.string()]), []),
  z.transform((value) => (Array.isArray(value) ? value : [value]).slice(0, maxNames).map(cut)),
);
/** Models write false, null, an empty text or "N/A" for none. */
const noneOr = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.optional(z.catch(z.nullable(z.union([z.literal(false), shape])), null));

const answer = z.object({
  classification: z._default(z.union([z.string(), z.null()]), ''),
  affected_tests: names,
  details: text,
  artifacts_evidence: optionalText,
  code_fix: noneOr(z.object({ file: text, line: optionalText, change: text })),
  product_bug_report: noneOr(
    z.object({
      title: text,
      severity: optionalText,
      component: optionalText,
      description: optionalText,
      evidence: optionalText,
      tracker_search_keywords: names,
    }),
  ),
});

export type Answer = { readonly detail: AnalysisDetail } | { readonly problem: string };

/**
 * The analysis in what a model wrote. `problem` says, for a call that asks the model to repair its
 * answer, what is wrong with it.
 */
export function readAnswer(answerText: string): Answer {
  let problem: string | undefined;
  let unclassified: Answer | undefined;
  for (const object of jsonObjects(answerText.slice(-maxRead))) {
    // A model may write other objects before its verdict, such as a line of a log.
    if (problem !== undefined && !('details' in object)) continue;
    const { data, error } = answer.safeParse(object);
    const read = data && { detail: detailOf(data) };
    if (read && read.detail.classification !== '') return read;
    unclassified ??= read;
    problem ??= error?.issues.map(sentence).join(' ') ?? '';
  }
  return unclassified ?? { problem: problem ?? 'The answer holds no JSON object.' };
}

function detailOf(read: z.output<typeof answer>): AnalysisDetail {
  const { code_fix: fix, product_bug_report: bug, ...common } = read;
  const name = readClassification(common.classification ?? '');
  const detail = { ...common, classification: name };
  if (name === 'CODE ISSUE' && fix !== undefined) return { ...detail, code_fix: fix || false };
  if (name === 'PRODUCT BUG' && bug !== undefined) {
    return { ...detail, product_bug_report: bug ? { ...bug, tracker_matches: [] } : false };
  }
  return detail;
}

function sentence({ path }: z.core.$ZodIssue): string {
  return `"${path.join('.')}" is missing or has the wrong type.`;
}

/** What is stored when the model's answer cannot be repaired: its prose, without a class. */
export function proseAnswer(answerText: string): AnalysisDetail {
  return {
    classification: '',
    affected_tests: [],
    artifacts_evidence: '',
    details: cut(answerText.slice(0, maxRead).trim()),
  };
}

/** '' for a class that does not exist. */
export function readClassification(name: string): Classification {
  const plain = name
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, ' ');
  return classifications.find((each) => each === plain) ?? '';
}
