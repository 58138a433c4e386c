import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisHistorySuite } from './analysis-history-suite.ts';

describe('history on SQLite and files', () => analysisHistorySuite(onLocal));
