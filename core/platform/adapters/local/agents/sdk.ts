// Loaded at the first use: these modules take 400 ms and 100 MB.
export {
  createAgentSession,
  createBashToolDefinition,
  DefaultResourceLoader,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from '@earendil-works/pi-coding-agent';
export type {
  AgentSession,
  AgentSessionEvent,
  ToolDefinition,
} from '@earendil-works/pi-coding-agent';
export {
  createAssistantMessageEventStream,
  InMemoryCredentialStore,
  InMemoryModelsStore,
} from '@earendil-works/pi-ai';
export type { AssistantMessage } from '@earendil-works/pi-ai';
