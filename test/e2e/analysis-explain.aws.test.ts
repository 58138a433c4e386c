import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { debateSuite } from './analysis-debate-suite.ts';
import { explainSuite } from './analysis-explain-suite.ts';
import { workspaceSuite } from './analysis-workspace-suite.ts';

onFirstBackend((on) => {
  explainSuite(onAws(on));
  debateSuite(onAws(on));
  workspaceSuite(onAws(on));
});
