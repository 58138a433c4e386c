import type { Question } from '#core/web/frame.ts';

// Asked before what cannot be undone: in a dialog, or on a page of its own without script.

export function deleteComment(back: string): Question {
  const text = 'It is deleted for everyone.';
  return { question: 'Delete this comment?', text, verb: 'Delete', back };
}

export function cancelAnalysis(back: string): Question {
  const text = 'Running AI programs are stopped. You can analyze the same failures again.';
  return { question: 'Cancel this analysis?', text, verb: 'Cancel the analysis', back };
}

export function deleteAnalysis(back: string): Question {
  const text = 'Its result, comments, reviews and part of the history are deleted for good.';
  return { question: 'Delete this analysis?', text, verb: 'Delete', back };
}

/** The question before a form of the job's page; undefined: it is done at once. */
export function jobQuestion(
  { task }: Readonly<Record<string, string>>,
  back: string,
): Question | undefined {
  if (task === 'delete-comment') return deleteComment(back);
  if (task === 'cancel') return cancelAnalysis(back);
  return task === 'delete' ? deleteAnalysis(back) : undefined;
}
