// The table of contents: every way into every service, as data.
import { agent } from '#functions/agent/manifest.ts';
import { analysis } from '#functions/analysis/manifest.ts';
import { docs } from '#functions/docs/manifest.ts';
import { sessions } from '#functions/sessions/manifest.ts';
import { webhook } from '#functions/webhook/manifest.ts';

export const services = { docs, analysis, webhook, sessions, agent };

export type ServiceName = keyof typeof services;
