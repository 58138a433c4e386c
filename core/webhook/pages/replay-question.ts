import type { Question } from '#core/web/frame.ts';

const text =
  'Unless this is a dry run, actions such as labels, comments and merges are repeated on the code host.';

export function replayQuestion(what: string, back: string): Question {
  return { question: `Replay ${what}?`, text, verb: 'Replay', back };
}

/** `amount` is not known before the boxes are ticked. */
export function bulkQuestion(amount: number | undefined): Question {
  const what = amount === undefined ? 'the selected deliveries' : `${amount} deliveries`;
  return replayQuestion(what, '/logs/deliveries');
}

/** The deliveries whose boxes are ticked. */
export function selectedIds(fields: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(fields).filter((name) => name.startsWith('id.'));
  return names.map((name) => name.slice('id.'.length));
}
