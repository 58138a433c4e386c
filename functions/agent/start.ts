export { startAgent as start } from '#core/agent/start-agent.ts';
