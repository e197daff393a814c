import { mcpSettings } from "../../../settings/sections/services/mcp.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { ServerStatus } from "../session/mcp-manager.ts";
import { mcpSession } from "../session/mcp-session.ts";
import { canSubscribe } from "../session/resource-updates.ts";

type Inspected = "resources" | "prompts" | "notifications";

/** What the connected servers offer. */
export async function inspect(what: Inspected, session: OpenedConversation): Promise<string> {
	const status = await mcpSession(session).connected();
	if (what === "notifications") return notificationLines(status, session).join("\n");
	const lines = status.flatMap((one) => (what === "prompts" ? promptLines(one) : resourceLines(one)));
	return lines.join("\n") || `No connected MCP server has ${what}.`;
}

function promptLines({ server, lists }: ServerStatus): string[] {
	return lists.prompts.map(({ name, description = "", arguments: wanted }) => {
		const hints = wanted.map((one) => (one.required ? `<${one.name}=…>` : `[${one.name}=…]`));
		return [`/${server.name}:${name}`, ...hints, description && ` ${description.split("\n")[0]}`]
			.filter(Boolean)
			.join(" ");
	});
}

function resourceLines({ server, lists }: ServerStatus): string[] {
	return [
		...lists.resources.map(({ uri, name }) => `${server.name}  ${uri}  ${name}`),
		...lists.templates.map(({ uriTemplate, name }) => `${server.name}  ${uriTemplate}  ${name}`),
	];
}

function notificationLines(status: readonly ServerStatus[], { settings }: OpenedConversation): string[] {
	const isOn = settings.get(mcpSettings.notifications);
	const heading = `Updates of resources are ${isOn ? "told to the model" : "off (mcp.notifications)"}.`;
	if (status.length === 0) return [heading, "No MCP server is connected."];
	return [
		heading,
		...status.flatMap(({ server, connection, subscriptions, log }) => {
			const offers = connection && canSubscribe(connection) ? "can be subscribed to" : "no subscriptions";
			const count = subscriptions.length > 0 ? `, ${subscriptions.length} subscribed` : "";
			return [`${server.name}: ${offers}${count}`, ...log.lines.map((line) => `  ${line}`)];
		}),
	];
}
