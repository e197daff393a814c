/**
 * A client for the scenarios of the suite that need a login: the servers of a session, with a user who agrees to every login and
 * whose browser follows redirects. The suite gives the address of its server as the last argument.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ServerLogin } from "../../../packages/coding-agent/src/features/mcp/oauth/server-login.ts";
import type { FoundServer } from "../../../packages/coding-agent/src/features/mcp/servers/load-servers.ts";
import { McpManager } from "../../../packages/coding-agent/src/features/mcp/session/mcp-manager.ts";
import { FrontEnd } from "../../../packages/coding-agent/src/workbench/contract/front-end.ts";
import { freePort } from "./login-user.ts";

const url = process.argv.at(-1) ?? "";
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context: Readonly<Record<string, unknown>> = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const documentUrl = "https://conformance-test.local/client-metadata.json";
const clientId = context.client_id ?? (scenario === "auth/basic-cimd" ? documentUrl : undefined);
// The usual port may be taken, and a client that is registered already cannot have another one by itself.
const oauth = { clientId, clientSecret: context.client_secret, callbackPort: await freePort() };
const definition = { type: "http", url, oauth };
const place = { path: "", level: "user" } as const;
const server: FoundServer = {
	name: "suite",
	transport: "http",
	enabled: true,
	url,
	oauth,
	definition,
	...place,
	_source: { ...place, provider: "native", providerName: "OMP" },
};

const agentDir = mkdtempSync(join(tmpdir(), "omp-suite-"));
const host = { cwd: agentDir, home: agentDir, env: process.env, now: Date.now, newId: () => crypto.randomUUID() };
const store = new LazyStore(agentDir, host.now);

/** A browser whose user says yes to everything. */
async function browse(page: string): Promise<void> {
	const response = await fetch(page, { redirect: "manual" });
	const target = response.headers.get("location");
	if (target) await fetch(new URL(target, page));
}

const ports: LoginPorts = {
	fetch,
	now: host.now,
	env: {},
	clients: {},
	show: ({ text }) => console.error(text),
	openBrowser: (page) => void browse(page),
	ask: () => new Promise<never>(() => {}),
};

const frontEnd = new FrontEnd();
frontEnd.connect({ logIn: (request) => request.run(ports).then(() => true) });

let tools: readonly AgentTool[] = [];
await using manager = new McpManager({
	workbench: {
		host,
		agentDir,
		env: { child: {}, command: {} },
		frontEnd,
	},
	conversations: {
		putToolSource: (source) => {
			tools = source.tools(scriptedModelRecord);
		},
		removeToolSource: () => {},
	},
	cwd: () => agentDir,
	artifacts: { allocate: () => ({ id: "0" }), save: () => ({ id: "0" }) },
	warn: (message) => console.error(message),
	loginAt: (at) => new ServerLogin(at, { store, agentDir, host, warn: (message) => console.error(message) }),
});
try {
	manager.connect([server]);
	await manager.ready(20_000);
	if (manager.status()[0]?.needsLogin) await manager.logIn("suite", ports);
	const [tool] = tools;
	if (tool) console.error(await runToolWith(tool, {}));
} finally {
	await manager.close();
	store[Symbol.dispose]();
	rmSync(agentDir, { recursive: true, force: true });
}
process.exit(0);
