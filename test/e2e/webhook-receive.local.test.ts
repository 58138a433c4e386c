import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { webhookReceiveSuite } from './webhook-receive-suite.ts';

describe('receiving on SQLite and files', () => webhookReceiveSuite(onLocal));
