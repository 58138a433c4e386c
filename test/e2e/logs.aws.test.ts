import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { logsContract } from './logs-suite.ts';

onFirstBackend((on) => logsContract('AWS', onAws(on)));
