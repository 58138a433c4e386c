import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { sessionsContract } from './sessions-suite.ts';

onFirstBackend((on) => {
  sessionsContract('AWS', onAws(on));
});
