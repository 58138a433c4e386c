import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { webhookMergeSuite } from './webhook-merge-suite.ts';

describe('merging on SQLite and files', () => webhookMergeSuite(onLocal));
