import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { memorySuite } from './analysis-memory-suite.ts';

onFirstBackend((on) => memorySuite(onAws(on)));
