import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisExportsSuite } from './analysis-exports-suite.ts';

describe('exports on SQLite and files', () => analysisExportsSuite(onLocal));
