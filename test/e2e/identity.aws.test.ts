import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisIdentitySuite } from './analysis-identity-suite.ts';
import { analysisUsersSuite } from './analysis-users-suite.ts';
import { docsSessionsSuite } from './docs-sessions-suite.ts';
import { docsUsersSuite } from './docs-users-suite.ts';
import { guessingSuite } from './guessing-suite.ts';

describe('identity on the AWS adapters', () =>
  onFirstBackend((on) => {
    describe('docs', () => {
      docsSessionsSuite(onAws(on));
      docsUsersSuite(onAws(on));
    });
    describe('analysis', () => {
      analysisIdentitySuite(onAws(on));
      analysisUsersSuite(onAws(on));
    });
    guessingSuite(onAws(on));
  }));
