import { count } from '#core/text/count.ts';
import type { RunChanges } from '../../base/schema/changes.ts';

const shownFiles = 100;

export function changesTitle({ since }: RunChanges): string {
  return `What changed since the last run that passed (${since})`;
}

/** Commits and files, a line each. */
export function changesText({ commits, files, is_whole }: RunChanges): string {
  const more = files.length - shownFiles;
  return [
    ...commits.map(({ id, author, message }) => `commit ${id.slice(0, 12)} ${author}: ${message}`),
    ...files.slice(0, shownFiles).map((path) => `changed ${path}`),
    ...(more > 0 ? [`and ${count(more, 'more file')}`] : []),
    ...(is_whole ? [] : ['The list is not complete.']),
  ].join('\n');
}
