import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { ServerLogin } from "../../../packages/coding-agent/src/features/mcp/oauth/server-login.ts";
import type { FoundServer } from "../../../packages/coding-agent/src/features/mcp/servers/load-servers.ts";

/** The definition of a server with an address. */
export function serverAt(url: string, fields: Partial<FoundServer> = {}): FoundServer {
	const place = { path: "/mcp.json", level: "user" } as const;
	return {
		name: "tickets",
		transport: "http",
		enabled: true,
		url,
		definition: { type: "http", url },
		...place,
		_source: { ...place, provider: "native", providerName: "OMP" },
		...fields,
	};
}

/** What a user does at a login: `visit` is given the page, and may come back to an address. */
export interface LoginUser {
	readonly visit?: (page: string) => Promise<unknown>;
	readonly pastes?: readonly string[];
	readonly signal?: AbortSignal;
	readonly sleep?: LoginPorts["sleep"];
}

export function loginPorts(user: LoginUser = {}) {
	const shown: string[] = [];
	const opened: string[] = [];
	const questions: string[] = [];
	const pastes = [...(user.pastes ?? [])];
	const ports: LoginPorts = {
		fetch,
		now: Date.now,
		env: {},
		clients: {},
		...(user.signal && { signal: user.signal }),
		...(user.sleep && { sleep: user.sleep }),
		show: ({ url, text }) => void shown.push(text, url),
		openBrowser: (page) => {
			opened.push(page);
			void user.visit?.(page);
		},
		ask: async (question) => {
			questions.push(question);
			return pastes.shift() ?? new Promise<never>(() => {});
		},
	};
	return { ports, shown, opened, questions };
}

/** A user's folder, with a clock that can be moved. */
export function loginWorld() {
	const home = mkdtempSync(join(tmpdir(), "omp-login-"));
	const agentDir = join(home, ".omp/agent");
	const clock = { aheadMs: 0 };
	const host = { now: () => Date.now() + clock.aheadMs, newId: () => Bun.randomUUIDv7(), env: {} };
	const warnings: string[] = [];
	const stores: LazyStore[] = [];
	/** As a process of its own: nothing is shared but the files. */
	const loginAt = (server: FoundServer, profile?: string) => {
		const folder = profile ? join(home, ".omp/profiles", profile, "agent") : agentDir;
		const store = new LazyStore(folder, host.now);
		stores.push(store);
		return new ServerLogin(server, { store, agentDir: folder, host, warn: (message) => warnings.push(message) });
	};
	return {
		home,
		agentDir,
		clock,
		host,
		warnings,
		loginAt,
		async rows() {
			const store = new LazyStore(agentDir, host.now);
			stores.push(store);
			await store.openExisting();
			return store.current?.list(undefined, { includeDisabled: true }) ?? [];
		},
		[Symbol.dispose]() {
			for (const store of stores) store[Symbol.dispose]();
			rmSync(home, { recursive: true, force: true });
		},
	};
}

export async function freePort(): Promise<number> {
	const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("") });
	const { port } = server;
	await server.stop(true);
	if (port === undefined) throw new Error("There is no free port");
	return port;
}
