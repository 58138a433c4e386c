import { onLocal } from '#test/support/world.ts';
import { deliveriesContract } from './deliveries-suite.ts';

deliveriesContract('a laptop', onLocal);
