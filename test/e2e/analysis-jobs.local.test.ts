import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisJobsSuite } from './analysis-jobs-suite.ts';

describe('analyses on SQLite and files', () => analysisJobsSuite(onLocal));
