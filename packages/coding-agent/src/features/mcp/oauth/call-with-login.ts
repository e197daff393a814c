import { parseChallenge } from "@oh-my-pi/pi-mcp/oauth/parse-challenge";
import type { AuthChallenge } from "@oh-my-pi/pi-mcp/server/server-config";
import { challengeIn } from "@oh-my-pi/pi-mcp/server/server-error";
import type { CallResult } from "@oh-my-pi/pi-mcp/server/server-messages";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";

/** Calls a tool; once more after a login when the server, or the tool in its result, asks for one. */
export async function callWithLogin(
	call: () => Promise<CallResult>,
	server: Pick<McpServer, "name" | "url">,
	logIn: (challenge: AuthChallenge) => Promise<boolean> | undefined,
): Promise<CallResult> {
	let result: CallResult;
	try {
		result = await call();
	} catch (error) {
		const challenge = challengeIn(error);
		if (!challenge) throw error;
		if (await logIn(challenge)) return call();
		const message = errorMessage(error);
		throw new Error(`${message}\n${loginHint(server.name)}`, { cause: error });
	}
	const { wwwAuthenticate } = result;
	if (wwwAuthenticate === undefined) return result;
	const status = parseChallenge(wwwAuthenticate).error === "insufficient_scope" ? 403 : 401;
	return (await logIn({ status, url: server.url ?? "", wwwAuthenticate })) ? call() : result;
}

export function loginHint(name: string): string {
	return `The server needs a login: /mcp reauth ${name}, or omp mcp login ${name}.`;
}
