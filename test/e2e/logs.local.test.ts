import { onLocal } from '#test/support/world.ts';
import { logsContract } from './logs-suite.ts';

logsContract('a laptop', onLocal);
