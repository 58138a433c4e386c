import { onLocal } from '#test/support/world.ts';
import { logsPagesSuite } from './logs-pages-suite.ts';

logsPagesSuite(onLocal);
