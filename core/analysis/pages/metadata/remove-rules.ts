import type { Question } from '#core/web/frame.ts';

export const removeRules: Question = {
  question: 'Remove the saved rules?',
  text: 'The rules of METADATA_RULES_FILE apply again, if there are any.',
  verb: 'Remove',
  back: '/metadata',
};
