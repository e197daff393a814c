import type { SelectItem } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { DialogPort } from "../../../commands/contract/screen-ports.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { type LoadedServers, leftOutText } from "../servers/load-servers.ts";
import type { ServerStatus } from "../session/mcp-manager.ts";
import { targetOf } from "../session/server-list.ts";

interface ServerRow extends SelectItem<string> {
	/** What can be done with it, and what that is called. */
	readonly actions: ReadonlyArray<readonly [action: string, label: string]>;
}

/** Shows the servers as a list, and gives the words of `/mcp` for what the user chooses to do with one. */
export async function chooseServerAction(
	loaded: LoadedServers,
	status: readonly ServerStatus[],
	{ ask }: DialogPort,
): Promise<readonly string[] | undefined> {
	const rows = serverRows(loaded, status);
	const name = await ask(selectDialog({ title: "MCP servers", items: rows }));
	const chosen = rows.find(({ value }) => value === name);
	if (!chosen || name === undefined) return undefined;
	if (chosen.actions.length === 0) return [];
	const items = chosen.actions.map(([value, label]) => ({ value, label }));
	const title = `${name}: ${chosen.description ?? ""}`;
	const action = await ask(selectDialog({ title, items, filterable: false }));
	return action === undefined ? undefined : [action, name];
}

export function serverRows(
	{ servers, disabled, replaced = [] }: LoadedServers,
	status: readonly ServerStatus[],
): readonly ServerRow[] {
	const on = servers.map((server): ServerRow => {
		const known = status.find((one) => one.server.name === server.name);
		const hasFailed = known?.problem !== undefined && known.state !== "connected";
		const state = hasFailed ? known.problem?.split("\n")[0] : stateText(known);
		const login = server.transport === "stdio" ? [] : ([["reauth", "Log in with the browser"]] as const);
		return {
			value: server.name,
			label: `${marks[known?.state ?? "disconnected"]} ${server.name}`,
			description: `${state} · ${targetOf(server)}`,
			...(hasFailed && { isProblem: true }),
			actions: [["reconnect", "Connect again"], ["test", "Test and list its tools"], ...login, ["disable", "Disable"]],
		};
	});
	const off = disabled.map((server) => ({
		value: server.name,
		label: `○ ${server.name}`,
		description: `disabled · ${targetOf(server)}`,
		actions: [["enable", "Enable"]] as const,
	}));
	const left = replaced.map((one) => ({
		value: one.server.name,
		label: `○ ${one.server.name}`,
		description: leftOutText(one),
		actions: [],
	}));
	return [...on, ...off, ...left];
}

const marks = { connected: "●", connecting: "◌", disconnected: "○" } as const;

function stateText(known: ServerStatus | undefined): string {
	if (known?.state !== "connected") return known?.state ?? "not connected";
	return `connected, ${known.tools.length} ${known.tools.length === 1 ? "tool" : "tools"}`;
}
