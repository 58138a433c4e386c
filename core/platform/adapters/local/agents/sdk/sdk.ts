// Loaded at the first use: these modules take 400 ms and 100 MB.
export {
  createAgentSession,
  createBashToolDefinition,
  createEditToolDefinition,
  createExtensionRuntime,
  createFindToolDefinition,
  createGrepToolDefinition,
  createLsToolDefinition,
  createReadToolDefinition,
  createSyntheticSourceInfo,
  createWriteToolDefinition,
  ModelRuntime,
  parseFrontmatter,
  SessionManager,
  SettingsManager,
  truncateHead,
} from '@earendil-works/pi-coding-agent';
export type {
  AgentSession,
  AgentSessionEvent,
  PromptTemplate,
  ResourceLoader,
  Skill,
  ToolDefinition,
} from '@earendil-works/pi-coding-agent';
export {
  createAssistantMessageEventStream,
  InMemoryCredentialStore,
  InMemoryModelsStore,
} from '@earendil-works/pi-ai';
export type { AssistantMessage, ToolResultMessage, UserMessage } from '@earendil-works/pi-ai';
