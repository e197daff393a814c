import { expect, setDefaultTimeout, test } from "bun:test";
import { dirname, resolve } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { extension, withPublished } from "./installed.ts";

/** The executable is made once. */
setDefaultTimeout(120_000);

interface Published {
	readonly commands: readonly string[];
	readonly tools: readonly string[];
	/** What the user is told. */
	readonly notices?: readonly string[];
}

const published: Readonly<Record<string, Published>> = {
	"@aliou/pi-processes": {
		commands: ["ps", "ps:clear", "ps:dock", "ps:kill", "ps:logs", "ps:pin", "ps:settings"],
		tools: ["process"],
	},
	"@juicesharp/rpiv-ask-user-question": { commands: [], tools: ["ask_user_question"] },
	"@juicesharp/rpiv-i18n": { commands: ["languages"], tools: [] },
	"@juicesharp/rpiv-todo": { commands: ["todos"], tools: ["todo"] },
	"@tmustier/pi-ralph-wiggum": { commands: ["ralph", "ralph-stop"], tools: ["ralph_done", "ralph_start"] },
	"checkpoint-pi": { commands: [], tools: [] },
	"pi-autoresearch": { commands: ["autoresearch"], tools: [] },
	"pi-btw": {
		commands: ["btw:clear", "btw:inject", "btw:model", "btw:new", "btw:summarize", "btw:tangent", "btw:thinking"],
		tools: [],
		notices: ["The command /btw of an extension is left out: omp has one of that name"],
	},
	"pi-caffeinate": { commands: [], tools: [] },
	"pi-prompt-template-model": { commands: ["chain-prompts", "prompt-tool"], tools: [] },
	"pi-simplify": { commands: ["simplify"], tools: [] },
	"pi-web-access": {
		commands: ["curator", "google-account", "search", "websearch"],
		tools: ["fetch_content", "get_search_content", "source_check", "web_search"],
	},
	"repeat-pi": { commands: ["repeat"], tools: [] },
};

/** Comes with many tools. */
const toolSearch = "search_tool_bm25";

for (const [name, { commands, tools, notices = [] }] of Object.entries(published)) {
	withPublished(`${name} loads, and all it registers is there`, async () => {
		await using omp = await ompProject({ replies: [text("Hello."), text("Hello.")] });
		await using plain = rpcHost(omp);
		await using host = rpcHost(omp, { args: extension(name) });
		for (const at of [plain, host]) {
			await at.ask({ id: "p", type: "prompt", message: "hi" });
			await at.frame({ type: "agent_end" });
		}
		const { data } = await host.ask({ id: "c", type: "get_available_commands" });
		const listed = (data as { commands: { name: string; source: string }[] }).commands;
		const added = listed.filter(({ source }) => source === "extension").map((command) => command.name);
		expect(added.toSorted()).toEqual([...commands]);
		const [before = [], offered = []] = omp.model.requests.map(toolNames);
		const known = new Set([...before, toolSearch].filter((tool) => !tools.includes(tool)));
		expect(offered.filter((tool) => !known.has(tool)).toSorted()).toEqual([...tools]);
		expect(host.frames.filter(({ type }) => type === "extension_error")).toEqual([]);
		expect(host.frames.flatMap(({ type, message }) => (type === "notice" ? [message] : []))).toEqual([...notices]);
		expect([await host.end(), await host.stderr()]).toEqual([0, ""]);
	});
}

for (const name of Object.keys(published)) {
	withPublished(`${name} leaves print mode as it is`, async () => {
		await using omp = await ompProject({ replies: [text("Hello.")] });
		const { stdout, exitCode } = await omp.run(["-p", "--auto-approve", ...extension(name), "hi"]);
		expect({ stdout, exitCode }).toEqual({ stdout: "Hello.\n", exitCode: 0 });
	});
}

test("the folder of omp is that of its executable", async () => {
	await using omp = await ompProject();
	const tells = `import { getPackageDir } from "@mariozechner/pi-coding-agent";
		export default (pi) => pi.on("session_start", (_event, ctx) => ctx.ui.notify("omp is in " + getPackageDir()));`;
	await omp.home.write("tells.ts", tells);
	await using host = rpcHost(omp, { args: ["-e", omp.home.file("tells.ts")] });
	const { message } = await host.frame({ method: "notify" });
	expect(message).toBe(`omp is in ${dirname(omp.command[0] ?? "")}`);
});

test("nothing of the reference is installed: its packages are only named as peers", async () => {
	const lock = await Bun.file(resolve(import.meta.dir, "package-lock.json")).json();
	const packages: Readonly<Record<string, Record<string, unknown>>> = lock.packages;
	const reference = /@(?:oh-my-pi|mariozechner|earendil-works)\//;
	for (const [path, { peerDependencies, peerDependenciesMeta, ...rest }] of Object.entries(packages)) {
		expect([path, JSON.stringify(rest).match(reference)]).toEqual([path, null]);
		expect(path).not.toMatch(reference);
	}
	// Where a package comes from is for npm to say.
	expect(JSON.stringify(packages)).not.toContain('"resolved"');
});

function toolNames(request: unknown): string[] {
	return (request as { tools: { name: string }[] }).tools.map(({ name }) => name);
}
