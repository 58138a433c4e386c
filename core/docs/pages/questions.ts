import type { Question } from '#core/web/frame.ts';
import { isVariant } from '../variant.ts';

// What is asked before something is gone: in a dialog, or on a page of its own without script.

export const replaceKey: Question = {
  question: 'Replace your key?',
  text: 'The old key stops working and all your sessions end. The new key is shown once.',
  verb: 'Replace key',
  back: '/',
};

export function removalText(name: string): string {
  const what = isVariant(name)
    ? 'This site is deleted for good, and those of other branches stay.'
    : 'The project, its site, those of its branches and tags, and all access to it are deleted for good.';
  return `${what} The repository is not changed.`;
}

export function removeProject(name: string): Question {
  return { question: `Delete ${name}?`, text: removalText(name), verb: 'Delete', back: '/' };
}

/** What is lost with a user. */
export const userRemoval = 'Their sessions, projects, sites and access are deleted for good.';
