import { describe } from 'vitest';
import { isComplete } from '#test/support/level.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsGenerateSuite } from './docs-generate-suite.ts';

describe('generations on the AWS adapters', () =>
  onFirstBackend((on) => docsGenerateSuite(onAws(on), { isBrief: !isComplete })));
