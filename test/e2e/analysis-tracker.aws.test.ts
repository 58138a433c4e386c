import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisDuplicatesSuite } from './analysis-duplicates-suite.ts';

describe('duplicates on the AWS adapters', () =>
  onFirstBackend((on) => analysisDuplicatesSuite(onAws(on))));
