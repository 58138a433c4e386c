import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { webhookProcessSuite } from './webhook-process-suite.ts';

describe('processing on the AWS adapters', () =>
  onFirstBackend((on) => webhookProcessSuite(onAws(on))));
