import { onLocal } from '#test/support/world.ts';
import { memorySuite } from './analysis-memory-suite.ts';

memorySuite(onLocal);
