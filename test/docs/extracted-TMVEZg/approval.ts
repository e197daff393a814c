import { createAgentSession, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent";

const { session, setToolUIContext } = await createAgentSession({
	sessionManager: SessionManager.inMemory(),
	settings: Settings.inMemory({ tools: { approvalMode: "always-ask" } }),
});
setToolUIContext({
	approve: async (question) => {
		console.log(question.title, question.details.join(" "));
		return { choice: "deny" };
	},
});
await session.prompt("Delete everything.");
console.log(session.getLastAssistantText());
await session.dispose();
