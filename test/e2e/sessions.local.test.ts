import { onLocal } from '#test/support/world.ts';
import { sessionsContract } from './sessions-suite.ts';

sessionsContract('a laptop', onLocal);
