import { hideEnvironment } from './hide-environment.ts';

hideEnvironment();
await import('./start-all.ts');
