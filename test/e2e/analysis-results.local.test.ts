import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisResultsSuite } from './analysis-results-suite.ts';

describe('results on SQLite and files', () => analysisResultsSuite(onLocal));
