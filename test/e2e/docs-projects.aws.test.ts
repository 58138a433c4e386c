import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsProjectsSuite } from './docs-projects-suite.ts';

describe('projects on the AWS adapters', () =>
  onFirstBackend((on) => docsProjectsSuite(onAws(on))));
