import { onLocal } from '#test/support/world.ts';
import { explainSuite } from './analysis-explain-suite.ts';

explainSuite(onLocal);
