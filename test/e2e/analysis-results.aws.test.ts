import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisResultsSuite } from './analysis-results-suite.ts';

describe('results on the AWS adapters', () =>
  onFirstBackend((on) => analysisResultsSuite(onAws(on))));
