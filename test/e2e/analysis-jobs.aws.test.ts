import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisJobsSuite } from './analysis-jobs-suite.ts';

describe('analyses on the AWS adapters', () =>
  onFirstBackend((on) => analysisJobsSuite(onAws(on))));
