import { createAgentSession, discoverAuthStorage, discoverModels, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent/sdk";

const authStorage = await discoverAuthStorage();
const modelRegistry = await discoverModels(authStorage);
const settings = await Settings.init();
const models = await modelRegistry.available();
console.log(models.some(({ provider, id }) => provider === "acme" && id === "a-2"));

const { session, modelFallbackMessage } = await createAgentSession({
	authStorage,
	modelRegistry,
	settings,
	sessionManager: SessionManager.inMemory(),
	modelPattern: "acme/a-2",
	thinkingLevel: "off",
	systemPrompt: (usual) => [...usual, "Answer in one sentence."],
});
console.log(session.model?.name, session.thinkingLevel, modelFallbackMessage);
await session.dispose();
