import { join } from "node:path";
import type { LanguageClient } from "@oh-my-pi/pi-lsp/contract/language-client";
import { pathToUri } from "@oh-my-pi/pi-lsp/documents/file-uri";
import { LanguageServerPool } from "@oh-my-pi/pi-lsp/servers/language-server-pool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import type { Conversation } from "../../../packages/coding-agent/src/conversation/kernel/conversation.ts";
import { LspService } from "../../../packages/coding-agent/src/features/lsp/session/lsp-service.ts";
import { Settings } from "../../../packages/coding-agent/src/settings/settings.ts";
import { TrustGate } from "../../../packages/coding-agent/src/trust/trust-gate.ts";
import type { ConversationContext } from "../../../packages/coding-agent/src/workbench/running-feature.ts";
import type { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";
import { writeTool } from "../../../packages/tools/src/write/write.ts";

export interface TypescriptSession extends AsyncDisposable {
	/** The tool `write` as a conversation has it; what its result says about diagnostics. */
	write(path: string, text: string): Promise<string | undefined>;
	/** The running server. */
	client(): LanguageClient;
}

/** The service of a session in a project with typescript-language-server on `PATH`. The first write starts it. */
export function openTypescriptSession(place: {
	readonly cwd: string;
	readonly home: string;
	readonly searchPath: string;
}): TypescriptSession {
	const { cwd, home, searchPath } = place;
	const agentDir = join(home, ".omp/agent");
	const child = { PATH: searchPath, HOME: home };
	const settings = new Settings({});
	let pool: LanguageServerPool | undefined;
	const now = () => performance.now();
	const service = new LspService({
		workbench: partly<Workbench>("workbench", {
			host: partly<Workbench["host"]>("host", { home, now }),
			agentDir,
			settings,
			env: { child, command: child },
			gate: new TrustGate({ agentDir, cwd, home, now: () => 0 }),
		}),
		open: async (options) => {
			pool = new LanguageServerPool({ ...options, env: child, now, clientInfo: { name: "bench", version: "1" } });
			return pool;
		},
	});
	const conversation = partly<Conversation>("conversation", {
		id: "Main",
		notify: (_level, message) => console.error(message),
	});
	const { writeThrough = {} } = service.join(
		partly<ConversationContext>("context", {
			...{ conversation, top: conversation, folder: { path: cwd }, settings },
			subagent: undefined as never,
		}),
	);
	const display = { hashlineEdits: true, hashLines: true, lineNumbers: false };
	const tool = writeTool({ cwd: () => cwd, home, snapshots: new SnapshotStore(), writeThrough, display, now });
	return {
		write: async (path, content) => (await runTool(tool, { path, content })).details?.diagnostics?.summary,
		client() {
			const client = pool?.runningClient("typescript-language-server");
			if (!client) throw new Error("typescript-language-server does not run");
			return client;
		},
		[Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
	};
}

/** A changed text straight to the server, and the answer of tsserver to it: how many errors there are. */
export async function askTsserver(client: LanguageClient, path: string, text: string): Promise<number> {
	client.sync(path, text);
	client.saved(path, text);
	const { signal } = new AbortController();
	const ask = (command: string) => {
		const args = [command, { file: pathToUri(path) }];
		return client.request(
			"workspace/executeCommand",
			{ command: "typescript.tsserverRequest", arguments: args },
			{ signal },
		);
	};
	const answers = await Promise.all(["syntacticDiagnosticsSync", "semanticDiagnosticsSync"].map(ask));
	return answers.reduce<number>((sum, answer) => sum + Object(answer).body.length, 0);
}
