import type { Question } from '#core/web/frame.ts';

export const forgetCorrection: Question = {
  question: 'Forget this correction?',
  text: 'Later analyses of the error ask a model again. Earlier results do not change.',
  verb: 'Forget it',
  back: '/corrections',
};
