import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisIdentitySuite } from './analysis-identity-suite.ts';
import { docsIdentitySuite } from './docs-identity-suite.ts';

describe('identity on the AWS adapters', () =>
  onFirstBackend((on) => {
    describe('docs', () => docsIdentitySuite(onAws(on)));
    describe('analysis', () => analysisIdentitySuite(onAws(on)));
  }));
