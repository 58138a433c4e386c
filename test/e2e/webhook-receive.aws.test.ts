import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { webhookReceiveSuite } from './webhook-receive-suite.ts';

describe('receiving on the AWS adapters', () =>
  onFirstBackend((on) => webhookReceiveSuite(onAws(on))));
