import { createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";

const first = await createAgentSession();
await first.session.prompt("Remember the number 7.");
await first.session.setSessionName("A number");
const file = first.session.sessionFile ?? "";
await first.session.dispose();

const again = await createAgentSession({ sessionManager: await SessionManager.open(file) });
console.log(again.session.sessionName, again.session.messages.length);
await again.session.prompt("Which number was it?");
console.log(again.session.getLastAssistantText());

const [point] = again.session.getUserMessagesForBranching();
const { text } = await again.session.branch(point?.entryId ?? "");
console.log(`Continuing before: ${text}`);
await again.session.dispose();
