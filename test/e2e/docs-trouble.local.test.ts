import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsClonesSuite } from './docs-clones-suite.ts';
import { docsFailuresSuite } from './docs-failures-suite.ts';
import { docsRefusalsSuite } from './docs-refusals-suite.ts';

describe('requests on SQLite and files', () => docsRefusalsSuite(onLocal, 'local'));
describe('clones on SQLite and files', () => docsClonesSuite(onLocal));
describe('trouble on SQLite and files', () => docsFailuresSuite(onLocal));
