/**
 * A program that embeds omp, run where only the npm packages are installed: each line on standard input is a request, each on standard output an
 * answer or a notice.
 */

import { createInterface } from "node:readline";
import { type AgentSession, createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";
import type { SdkAnswer, SdkRequest } from "./sdk-messages.ts";

const sessions = new Map<string, AgentSession>();
const write = (message: SdkAnswer) => console.log(JSON.stringify(message));

for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line));
process.exit(0);

async function answer(request: SdkRequest): Promise<void> {
	try {
		await carryOut(request);
		write({ type: "done", id: request.id });
	} catch (error) {
		write({ type: "done", id: request.id, error: String(error) });
	}
}

async function carryOut(request: SdkRequest): Promise<void> {
	const session = sessions.get(request.session);
	if (request.type === "open") await open(request);
	else if (request.type === "prompt") await session?.prompt(request.text, { images: request.images });
	else await session?.dispose();
}

async function open({ session: key, cwd, resumes, approval }: Extract<SdkRequest, { type: "open" }>): Promise<void> {
	const { session, setToolUIContext } = await createAgentSession({
		cwd,
		...(resumes && { sessionManager: await SessionManager.continueRecent(cwd) }),
	});
	sessions.set(key, session);
	if (approval) setToolUIContext({ approve: async () => ({ choice: approval === "allow" ? "approve" : "deny" }) });
	for (const text of session.session.notices) write({ type: "notice", text });
	for (const { path } of session.session.trust.waiting) write({ type: "notice", text: `Not trusted: ${path}` });
	session.subscribe((event) => {
		if (event.type === "notice") write({ type: "notice", text: event.message });
		if (event.type === "message_end" && event.message.role === "assistant" && "errorMessage" in event.message) {
			write({ type: "notice", text: String(event.message.errorMessage) });
		}
	});
}
