import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { webhookProcessSuite } from './webhook-process-suite.ts';

describe('processing on SQLite and files', () => webhookProcessSuite(onLocal));
