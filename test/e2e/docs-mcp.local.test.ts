import { describe } from 'vitest';
import { onLocal } from '#test/support/world.ts';
import { docsMcpSuite } from './docs-mcp-suite.ts';

describe('sites for programs, from files', () => docsMcpSuite(onLocal));
