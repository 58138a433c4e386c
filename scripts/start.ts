import { hideEnvironment } from './program/hide-environment.ts';

hideEnvironment();
await import('./services/start-all.ts');
