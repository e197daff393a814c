import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import { JudgedPaths } from "@oh-my-pi/pi-policy/files/judged-paths";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import type { Range } from "vscode-languageserver-types";
import { localFinder } from "../../files/open/file-finder.ts";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import type { LspParams } from "../call/parameters.ts";
import { type LspDeps, lspTool } from "../lsp.ts";
import { type FakeServer, type FakeServers, fakeServers } from "./fake-servers.ts";

/** The tool in a folder, with servers that are made up. */
export function lspIn(
	cwd: string,
	servers: readonly FakeServer[] | LanguageServers,
	overrides: Partial<LspDeps> = {},
): {
	readonly tool: ReturnType<typeof lspTool>;
	readonly servers: LanguageServers;
	readonly log: readonly string[];
} & LspCaller {
	const pool = Array.isArray(servers) ? fakeServers(cwd, servers) : (servers as LanguageServers);
	const tool = lspTool({
		cwd: () => cwd,
		home: "/home/nobody",
		snapshots: new SnapshotStore(),
		judged: new JudgedPaths(),
		finder: localFinder(),
		env: { PATH: process.env.PATH },
		languages: {
			isOfUse: () => true,
			hasServers: () => true,
			load: async () => pool,
			reload: async () => pool,
			notes: async () => [],
		},
		...overrides,
	});
	const run = (params: LspParams, options: { signal?: AbortSignal } = {}) => runTool(tool, params, options);
	return {
		tool,
		servers: pool,
		log: (pool as Partial<FakeServers>).log ?? [],
		run,
		text: async (params) => String((await run(params)).content),
	};
}

interface LspCaller {
	readonly run: (
		params: LspParams,
		options?: { signal?: AbortSignal },
	) => ReturnType<ReturnType<typeof lspTool>["execute"]>;
	readonly text: (params: LspParams) => Promise<string>;
}

/** Counted from 0. */
export function range(line: number, start: number, end: number): Range {
	return { start: { line, character: start }, end: { line, character: end } };
}

export const fileUri = (path: string) => Bun.pathToFileURL(path).href;
