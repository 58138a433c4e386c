// The table of contents: every way into every service, as data.
import { agent } from './agent/manifest.ts';
import { analysis } from './analysis/manifest.ts';
import { docs } from './docs/manifest.ts';
import { sessions } from './sessions/manifest.ts';
import { webhook } from './webhook/manifest.ts';

export const services = { docs, analysis, webhook, sessions, agent };

export type ServiceName = keyof typeof services;
