import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { httpSuite } from './http-suite.ts';

describe('HTTP on the AWS adapters', () => onFirstBackend((on) => httpSuite(onAws(on))));
