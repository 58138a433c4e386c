import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsFailuresSuite } from './docs-failures-suite.ts';
import { docsRefusalsSuite } from './docs-refusals-suite.ts';

describe('requests on SQLite and files', () => docsRefusalsSuite(onLocal, 'local'));
describe('trouble on SQLite and files', () => docsFailuresSuite(onLocal));
