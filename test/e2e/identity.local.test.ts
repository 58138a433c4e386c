import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisIdentitySuite } from './analysis-identity-suite.ts';
import { analysisUsersSuite } from './analysis-users-suite.ts';
import { docsSessionsSuite } from './docs-sessions-suite.ts';
import { docsUsersSuite } from './docs-users-suite.ts';
import { guessingSuite } from './guessing-suite.ts';

describe('docs on SQLite and files', () => {
  docsSessionsSuite(onLocal);
  docsUsersSuite(onLocal);
});
describe('analysis on SQLite and files', () => {
  analysisIdentitySuite(onLocal);
  analysisUsersSuite(onLocal);
});
describe('SQLite and files', () => guessingSuite(onLocal));
