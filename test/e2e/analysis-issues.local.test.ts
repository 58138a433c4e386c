import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisIssuesSuite } from './analysis-issues-suite.ts';

describe('issues on SQLite and files', () => analysisIssuesSuite(onLocal));
