import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { onAws } from '#test/support/world.ts';
import { deliveriesContract } from './deliveries-suite.ts';

onFirstBackend((on) => deliveriesContract('AWS', onAws(on)));
