import { describe } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { docsMcpSuite } from './docs-mcp-suite.ts';

describe('sites for programs, from S3', () => onFirstBackend((on) => docsMcpSuite(onAws(on))));
