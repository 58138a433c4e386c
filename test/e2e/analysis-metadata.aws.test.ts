import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisMetadataSuite } from './analysis-metadata-suite.ts';

describe('metadata on the AWS adapters', () =>
  onFirstBackend((on) => analysisMetadataSuite(onAws(on))));
