import { createAgentSession, type Hook, SessionManager } from "@oh-my-pi/pi-coding-agent";

const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
const noShell: Hook = {
	name: "no-shell",
	beforePrompt: () => [{ role: "developer", content: "Answer in one sentence.", timestamp: Date.now() }],
	beforeToolCall: ({ name }) => (name === "bash" ? { refuse: "Commands are off in this project." } : undefined),
};
const remove = session.session.workbench.addHook(() => noShell);
await session.prompt("Summarize this repository.");
remove();
console.log(session.getLastAssistantText());
await session.dispose();
