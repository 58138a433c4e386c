import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisIdentitySuite } from './analysis-identity-suite.ts';
import { docsIdentitySuite } from './docs-identity-suite.ts';

describe('docs on SQLite and files', () => docsIdentitySuite(onLocal));
describe('analysis on SQLite and files', () => analysisIdentitySuite(onLocal));
