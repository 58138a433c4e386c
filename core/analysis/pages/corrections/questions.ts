import type { Question } from '#core/web/frame.ts';

export const forgetCorrection: Question = {
  question: 'Forget this correction?',
  text: 'Later analyses of the error ask a model again. Results of before stay as they are.',
  verb: 'Forget it',
  back: '/corrections',
};
