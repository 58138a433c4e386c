import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisDiscussionSuite } from './analysis-discussion-suite.ts';

describe('discussion on the AWS adapters', () =>
  onFirstBackend((on) => analysisDiscussionSuite(onAws(on))));
