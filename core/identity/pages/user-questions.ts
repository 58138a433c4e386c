import type { Question } from '#core/web/frame.ts';

export function newKey(username: string): Question {
  return {
    question: `Give ${username} a new key?`,
    text: 'The old key stops working and all sessions end. The new key is shown once.',
    verb: 'Replace the key',
    back: '/admin',
  };
}

/** `text` says what is lost. */
export function removeUser(username: string, text: string): Question {
  return { question: `Remove ${username}?`, text, verb: 'Remove', back: '/admin' };
}
