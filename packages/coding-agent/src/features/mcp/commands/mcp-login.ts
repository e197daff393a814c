import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { LoginPorts } from "../../../commands/system/login/run-login.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { ServerLogin } from "../oauth/server-login.ts";
import type { FoundServer } from "../servers/load-servers.ts";
import { mcpSession } from "../session/mcp-session.ts";

/** Logs in at a server, in place of the login there is, and connects to it. */
export async function logInAt(
	name: string,
	session: OpenedConversation,
	ports: LoginPorts | undefined,
): Promise<CommandOutcome> {
	if (!ports) throw new Error(`A login needs the interactive client. Without it: omp mcp login ${name}`);
	const server = await serverNamed(name, session);
	const manager = await mcpSession(session).manager();
	manager.connect([server]);
	const { startLogin } = await import("../../../commands/system/login/run-login.ts");
	return startLogin({ name: `MCP server ${name}`, staysOpen: true }, session, ports, async (attempt) => {
		await manager.logIn(name, attempt.ports);
		return `Logged in to "${name}", and connected.`;
	});
}

/** Deletes the login at a server, and connects without one. */
export async function logOutAt(name: string, session: OpenedConversation): Promise<CommandOutcome> {
	const server = await serverNamed(name, session);
	const { registry, agentDir, host } = session;
	const isRemoved = await new ServerLogin(server, { store: registry.store, agentDir, host }).logOut();
	if (!isRemoved) return notice(`No login is stored for "${name}".`);
	const manager = await mcpSession(session).manager();
	await manager.disconnect(name);
	manager.connect([server]);
	return notice(`Deleted the login to "${name}".`);
}

async function serverNamed(name: string, session: OpenedConversation): Promise<FoundServer> {
	const { servers, disabled } = await mcpSession(session).find();
	if (disabled.some((one) => one.name === name)) {
		throw new Error(`Server "${name}" is disabled. Run /mcp enable ${name} first.`);
	}
	const server = servers.find((one) => one.name === name);
	if (!server) throw new Error(`Server "${name}" not found`);
	return server;
}
