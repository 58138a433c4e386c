import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsGenerateSuite } from './docs-generate-suite.ts';

describe('generations on SQLite and files', () => docsGenerateSuite(onLocal));
