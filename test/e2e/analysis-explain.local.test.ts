import { onLocal } from '#test/support/world.ts';
import { debateSuite } from './analysis-debate-suite.ts';
import { explainSuite } from './analysis-explain-suite.ts';
import { workspaceSuite } from './analysis-workspace-suite.ts';

explainSuite(onLocal);
debateSuite(onLocal);
workspaceSuite(onLocal);
