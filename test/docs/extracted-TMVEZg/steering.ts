import { createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";

const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
const run = session.prompt("Write a long story.");
await session.prompt("Make it about a cat.", { streamingBehavior: "steer" });
await session.followUp("And now a title for it.");
console.log(session.getQueuedMessages());
await run;
console.log(session.getLastAssistantText());
await session.dispose();
