import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsClonesSuite } from './docs-clones-suite.ts';
import { docsFailuresSuite } from './docs-failures-suite.ts';
import { docsRefusalsSuite } from './docs-refusals-suite.ts';

describe('on the AWS adapters', () =>
  onFirstBackend((on) => {
    describe('requests', () => docsRefusalsSuite(onAws(on), 'aws'));
    describe('clones', () => docsClonesSuite(onAws(on)));
    describe('trouble', () => docsFailuresSuite(onAws(on)));
  }));
