import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { AgentTool, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { allCommands } from "../../assembly/commands.ts";
import { openSession } from "../../assembly/open-session.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { Settings } from "../../settings/settings.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import { prepareStart } from "../../startup/prepare-start.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { isSwitchedOn } from "../../workbench/tools/conversation-tools.ts";
import type { RpcUi } from "../rpc-ui.ts";
import { startExtensions } from "../start-extensions.ts";

/** The names of built-in tools that change nothing, as far as they are switched on. */
function readOnlyTools(settings: Settings): readonly string[] {
	return builtInTools.filter((tool) => isSwitchedOn(tool, settings) && isReadOnly(tool)).map(({ name }) => name);
}

/** A tool that does not say what it does may do anything. */
export function isReadOnly({ effects }: ToolTraits): boolean {
	return effects?.includes("reads") === true && !effects.includes("writes") && !effects.includes("runs");
}

/** A session with the tools that clients may use, and no others. */
export interface LimitedSession {
	readonly session: OpenedConversation;
	/** Those that clients may call, in the order of the conversation. */
	tools(): readonly AgentTool[];
}

/**
 * Starts a session for a client. Nobody has seen the folder or chosen an approval mode at a terminal, so what the project brings
 * needs trust, and everything that is more than reading needs an approval unless the user has said otherwise.
 */
export async function startLimited(
	host: Host,
	options: LaunchOptions,
	sessionOptions: {
		readonly cwd?: string;
		readonly model?: string;
		/** Written to disk, as sessions are. */
		readonly isKept: boolean;
		/** What extensions can show. */
		readonly ui?: RpcUi | undefined;
	},
): Promise<LimitedSession> {
	const cwd = folderAt(resolve(host.cwd, sessionOptions.cwd ?? "."));
	const prepared = await prepareStart({ ...host, cwd }, { ...options, allowHome: true });
	if (options.trustRequired) {
		const { requireTrust } = await import("../../assembly/required-trust.ts");
		await requireTrust(prepared);
	}
	const names = options.tools ?? readOnlyTools(prepared.settings);
	const { approvalMode } = approvalSettings;
	const isChosen = options.approvalMode !== undefined || prepared.settings.findOrigin(approvalMode) !== "default";
	const session = await openSession(prepared, {
		...options,
		// Each session is a new one, whatever the command line says.
		...{ continue: false, resume: undefined, fork: undefined, planYolo: undefined, mode: "text", print: true },
		...(!isChosen && { approvalMode: "always-ask" }),
		...(sessionOptions.model !== undefined && { model: sessionOptions.model }),
		tools: names,
		noSession: options.noSession || !sessionOptions.isKept,
		// A server that is omp itself would start another one, without end.
		noMcpServers: true,
	});
	const { conversation, workbench } = session;
	// The search for tools has no source: it comes with a long list of tools.
	const isAllowed = (tool: AgentTool) => (sourceOf(tool) ?? "builtin") === "builtin" || names.includes(tool.name);
	workbench.conversations.addHook(() => ({
		name: "mcp-limits",
		order: hookOrder.allowedTools,
		approveToolCall: ({ call: { tool } }) =>
			isAllowed(tool) ? undefined : { refuse: `The tool ${tool.name} is not among those of omp mcp serve --tools.` },
	}));
	const tools = () => [...conversation.tools, ...conversation.hiddenTools].filter(isAllowed);
	try {
		await startExtensions(
			session,
			allCommands(),
			sessionOptions.ui ? { mode: "rpc", ui: sessionOptions.ui } : { mode: "print" },
		);
		await conversation.refresh();
		if (conversation.tools.some((tool) => !isAllowed(tool))) {
			await conversation.submit({ type: "set_tools", tools: conversation.tools.filter(isAllowed) });
		}
	} catch (error) {
		await conversation.dispose("could not start");
		throw error;
	}
	return { session, tools };
}

function folderAt(path: string): string {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new Error(`cwd is not a folder: ${path}`);
}
