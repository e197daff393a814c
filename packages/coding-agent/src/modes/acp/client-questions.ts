import type { UserDialogs } from "../../workbench/contract/front-end.ts";
import type { RpcUi } from "../rpc-ui.ts";
import type { ClientPort } from "./client-port.ts";

/** Questions of MCP servers: forms with one field, and pages in the client's own way where it has one. */
export function clientQuestions(
	ui: RpcUi,
	client: Pick<ClientPort, "capabilities" | "sessionId" | "elicit">,
	newId: () => string,
): UserDialogs {
	const dialogs: UserDialogs = {
		isTerminal: false,
		select: (...args) => ui.select(...args),
		input: (...args) => ui.input(...args),
		openUrl: (url) => ui.openUrl(url),
	};
	const { capabilities, sessionId } = client;
	if (!capabilities.elicitation?.url) return dialogs;
	return {
		...dialogs,
		async visit({ url, message }, { signal }) {
			const request = { mode: "url", sessionId, url, message, elicitationId: newId() } as const;
			try {
				const { action } = await client.elicit(request, signal);
				return action === "accept" || action === "decline" ? action : "cancel";
			} catch {
				// A client that cannot ask has not been answered.
				return "cancel";
			}
		},
	};
}
