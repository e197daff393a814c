export { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
export { AgentSession, type CustomMessageContent, type DeliverAs, type PromptOptions } from "./agent-session.ts";
export { AuthStorage, discoverAuthStorage } from "./auth-storage.ts";
export {
	type CreateAgentSessionOptions,
	type CreateAgentSessionResult,
	createAgentSession,
	type ExtensionFactory,
	type ExtensionsResult,
} from "./create-agent-session.ts";
export { discoverModels } from "./model-registry.ts";
export { SessionManager } from "./session-manager.ts";
export { Settings } from "./settings.ts";
