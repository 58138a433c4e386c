import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsWireSuite } from './docs-wire-suite.ts';

describe('answers from files', () => docsWireSuite(onLocal));
