import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { httpSuite } from './http-suite.ts';

describe('HTTP on SQLite and files', () => httpSuite(onLocal));
