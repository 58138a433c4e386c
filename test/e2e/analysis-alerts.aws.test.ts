import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { analysisAlertsSuite } from './analysis-alerts-suite.ts';

describe('alerts on the AWS adapters', () =>
  onFirstBackend((on) => analysisAlertsSuite(onAws(on))));
