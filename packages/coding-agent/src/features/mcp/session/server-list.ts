import { type FoundServer, type LoadedServers, leftOutText } from "../servers/load-servers.ts";
import type { ServerStatus } from "./mcp-manager.ts";

const marks = { connected: "●", connecting: "◌", disconnected: "○" } as const;

/** The servers by where they are defined; with what is known about connections. */
export function serverLines(
	{ servers, disabled, replaced = [] }: LoadedServers,
	status: readonly ServerStatus[] = [],
	waiting: readonly string[] = [],
): string[] {
	const all = [
		...servers.map((server) => ({ server, isOn: true })),
		...disabled.map((server) => ({ server, isOn: false })),
	];
	const groups = Map.groupBy(all, ({ server: { _source, path } }) =>
		path === "" ? _source.providerName : `${_source.providerName} (${path})`,
	);
	const lines = [...groups].flatMap(([title, group]) => [
		title,
		...group.map(({ server, isOn }) => {
			const known = status.find((one) => one.server.name === server.name);
			const tools = known && known.tools.length > 0 ? `, ${known.tools.length} tools` : "";
			const state = isOn ? (known?.problem ? `  ${known.problem.split("\n")[0]}` : tools) : "  disabled";
			return `  ${marks[known?.state ?? "disconnected"]} ${server.name}  ${server.transport}  ${targetOf(server)}${state}`;
		}),
	]);
	const left = waiting.length > 0 ? [`Left out until you trust them (omp trust show): ${waiting.join(", ")}`] : [];
	const replacedLines = replaced.map(leftOutText);
	if (lines.length + left.length + replacedLines.length === 0)
		return ["No MCP servers are defined. Add one: omp mcp add <name> -- <command...>"];
	return [...lines, ...replacedLines, ...left];
}

export function targetOf({ command, args = [], url }: FoundServer): string {
	return url ?? [command, ...args].join(" ");
}

/** One server in full, without its secrets. */
export function describeServer(server: FoundServer, isOn: boolean): Record<string, unknown> {
	const { name, transport, command, args, cwd, url, timeout, path, level, env, headers, _source } = server;
	const names = (values: object | undefined) => (values ? Object.keys(values) : undefined);
	return {
		name,
		type: transport,
		command,
		args,
		cwd,
		url,
		env: names(env),
		headers: names(headers),
		timeout,
		enabled: isOn,
		scope: level,
		source: _source.providerName,
		path,
	};
}
