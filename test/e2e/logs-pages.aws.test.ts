import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { logsPagesSuite } from './logs-pages-suite.ts';

onFirstBackend((on) => logsPagesSuite(onAws(on)));
