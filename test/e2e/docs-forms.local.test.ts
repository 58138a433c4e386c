import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsFormsSuite } from './docs-forms-suite.ts';

describe('forms on SQLite and files', () => docsFormsSuite(onLocal));
