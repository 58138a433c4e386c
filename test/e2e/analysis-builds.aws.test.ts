import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisBuildsSuite } from './analysis-builds-suite.ts';

describe('builds on the AWS adapters', () =>
  onFirstBackend((on) => analysisBuildsSuite(onAws(on))));
