export { AuthStorage, discoverAuthStorage, type LoginQuestions } from "./parts/auth-storage.ts";
export {
	findMostRecentSession,
	getRecentSessions,
	type RecentSession,
	type ResumableSession,
	resolveResumableSession,
	type SessionInfo,
} from "./parts/find-sessions.ts";
export { discoverModels, ModelRegistry } from "./parts/model-registry.ts";
export { SessionManager } from "./parts/session-manager.ts";
export { FileSessionStorage, MemorySessionStorage, type SessionStorage } from "./parts/session-storage.ts";
export { Settings } from "./parts/settings.ts";
export { AgentSession } from "./session/agent-session.ts";
export {
	type CreateAgentSessionResult,
	createAgentSession,
	type ExtensionsResult,
} from "./session/create-agent-session.ts";
export type { CustomMessageContent, DeliverAs, PromptOptions } from "./session/session-input.ts";
export type { CreateAgentSessionOptions, ExtensionFactory } from "./session/session-options.ts";
