import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisHistorySuite } from './analysis-history-suite.ts';

describe('history on the AWS adapters', () =>
  onFirstBackend((on) => analysisHistorySuite(onAws(on))));
