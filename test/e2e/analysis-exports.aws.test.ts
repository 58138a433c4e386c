import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisExportsSuite } from './analysis-exports-suite.ts';

describe('exports on the AWS adapters', () =>
  onFirstBackend((on) => analysisExportsSuite(onAws(on))));
