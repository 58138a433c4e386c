import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { analysisDiscussionSuite } from './analysis-discussion-suite.ts';

describe('discussion on SQLite and files', () => analysisDiscussionSuite(onLocal));
