import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsFormsSuite } from './docs-forms-suite.ts';

describe('forms on the AWS adapters', () => onFirstBackend((on) => docsFormsSuite(onAws(on))));
