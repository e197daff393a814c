import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { WriteThroughCall } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { Settings } from "../../../settings/settings.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { LspService } from "./lsp-service.ts";

const programs = resolve(import.meta.dir, "../../../../../../test/language-servers/node_modules/.bin");
const server = join(programs, "typescript-language-server");

/** A TypeScript project and the service of a session there. */
async function typescriptProject() {
	const tree = await workspace({
		"repo/package.json": "{}\n",
		"repo/tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
		"home/x": "",
	});
	await mkdir(tree.file("bin"));
	await symlink(server, tree.file("bin/typescript-language-server"));
	const [cwd, home] = [tree.file("repo"), tree.file("home")];
	const agentDir = join(home, ".omp/agent");
	const child = { PATH: `${tree.file("bin")}:${process.env.PATH}`, HOME: home };
	const settings = new Settings({});
	const service = new LspService({
		workbench: partly<Workbench>("workbench", {
			host: partly<Workbench["host"]>("host", { home, now: () => performance.now() }),
			agentDir,
			settings,
			env: { child, command: child },
			features: partly<Workbench["features"]>("features", { box: undefined }),
			gate: new TrustGate({ agentDir, cwd, home, now: () => 0 }),
		}),
	});
	const notices: string[] = [];
	const conversation = partly<Conversation>("Main", {
		id: "Main",
		notify: (_level, message) => void notices.push(message),
	});
	const { writeThrough = {} } = service.join(
		partly<ConversationContext>("context", {
			...{ conversation, top: conversation, folder: { path: cwd }, settings },
			subagent: undefined as never,
		}),
	);
	const write = async (name: string, before: string | undefined, text: string) => {
		await tree.write(`repo/${name}`, text);
		const call = new WriteThroughCall(writeThrough, { tool: "write", signal: new AbortController().signal });
		return call.diagnose([{ path: tree.file(`repo/${name}`), before, text }]);
	};
	const states = async () => (await service.overview(cwd)).states;
	return { tree, service, write, states, notices };
}

requiresThat(existsSync(server), "npm ci in test/language-servers")(
	"typescript-language-server: the write says what it broke, the next one that it is repaired, and nothing is left behind",
	async () => {
		const { tree, service, write, states, notices } = await typescriptProject();
		await using _tree = tree;
		expect((await states()).map(({ state }) => state)).toEqual(["not started"]);
		const broken = "export const unused: string = 1;\nexport const total: number = 'x';\n";
		const old = "export const unused: string = 1;\n";
		const problem = "a.ts:2:14 [error] [typescript] Type 'string' is not assignable to type 'number'. (2322)";
		// A loaded machine may need more than the deadline to start it; a clean file has no diagnostics.
		const isWarm = async () => (await write("warm.ts", undefined, "export const x = 1;\n")) === undefined;
		await until(isWarm, { timeoutMs: 60_000 });
		expect(await write("a.ts", old, broken)).toEqual({ summary: "1 error(s)", messages: [problem] });
		const fixed = "export const unused: string = 1;\nexport const total: number = 1;\n";
		expect(await write("a.ts", broken, fixed)).toEqual({ summary: "OK", messages: [] });
		const [state] = await states();
		expect([state?.state, notices]).toEqual(["ready", []]);
		await service[Symbol.asyncDispose]();
		await until(() => !existsSync(`/proc/${state?.pid}`));
	},
	120_000,
);
