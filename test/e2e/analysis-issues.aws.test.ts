import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisIssuesSuite } from './analysis-issues-suite.ts';

describe('issues on the AWS adapters', () =>
  onFirstBackend((on) => analysisIssuesSuite(onAws(on))));
