import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisBuildsSuite } from './analysis-builds-suite.ts';

describe('builds on SQLite and files', () => analysisBuildsSuite(onLocal));
