import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { webhookMergeSuite } from './webhook-merge-suite.ts';

describe('merging on the AWS adapters', () => onFirstBackend((on) => webhookMergeSuite(onAws(on))));
