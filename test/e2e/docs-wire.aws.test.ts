import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsWireSuite } from './docs-wire-suite.ts';

describe('answers from S3', () => onFirstBackend((on) => docsWireSuite(onAws(on))));
