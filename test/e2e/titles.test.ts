import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { delivered, failure, gate, type Reply, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** omp with a separate title model. */
async function project(options: {
	replies: readonly Reply[];
	titles: readonly Reply[];
	files?: Record<string, string>;
}) {
	const namer = await modelServer({ replies: options.titles });
	const omp = await ompProject(options);
	const models = await omp.home.read(".omp/agent/models.yml");
	const small = `  small:\n    baseUrl: ${namer.url}\n    apiKey: ACME_KEY\n    api: anthropic-messages\n    models: [{ id: s-1, name: Small }]\n`;
	await omp.home.write(".omp/agent/models.yml", models + small);
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { title: small/s-1, default: acme/a-1 }\n");
	return {
		omp,
		namer,
		async [Symbol.asyncDispose]() {
			await omp[Symbol.asyncDispose]();
			await namer[Symbol.asyncDispose]();
		},
	};
}

function start(omp: OmpProject, args: readonly string[] = [], env: Record<string, string> = {}): PtyRun {
	return ptyRun([...omp.command, ...args], { cwd: omp.path, env: { ...omp.env, PI_NO_TITLE: "", ...env } });
}

async function leave(terminal: PtyRun): Promise<void> {
	terminal.type("\x04");
	await terminal.exit;
}

const namesOf = async (omp: OmpProject) =>
	(await omp.sessions()).map(([header]) => [header?.title, header?.titleSource]);

async function isNamed(omp: OmpProject, name: string): Promise<void> {
	await until(async () => (await namesOf(omp)).some(([title]) => title === name));
}

verifies("context-management:title:auto", async () => {
	const long = `repair the login page ${"please ".repeat(600)}`;
	await using world = await project({
		replies: [text("One."), text("Two."), text("Three."), text("Four.")],
		titles: [text('Title: "Login page repair."'), text("Second session")],
	});
	const { omp, namer } = world;
	const terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type(`${long}\r`);
	await terminal.waitFor("One.");
	await isNamed(omp, "Login page repair");
	terminal.type("and more\r");
	await terminal.waitFor("Two.");
	terminal.type("/new\r");
	await terminal.waitFor(/new session/i);
	terminal.type("another thing\r");
	await terminal.waitFor("Three.");
	await isNamed(omp, "Second session");
	terminal.type("/rename Mine\r");
	await isNamed(omp, "Mine");
	terminal.type("go on\r");
	await terminal.waitFor("Four.");
	await leave(terminal);
	expect(await namesOf(omp)).toEqual([
		["Login page repair", "auto"],
		["Mine", "user"],
	]);
	expect(namer.requests).toHaveLength(2);
	const [asked] = namer.requests;
	expect(asked?.tools ?? []).toEqual([]);
	expect(JSON.stringify(asked?.messages)).toContain("repair the login page");
	expect(JSON.stringify(asked?.messages).length).toBeLessThan(2200);
	expect(omp.model.requests).toHaveLength(4);
});

test("a name set by the user meanwhile is kept, and a failing title model is ignored", async () => {
	const held = gate();
	await using world = await project({
		replies: [text("One."), text("Two."), text("Three.")],
		titles: [delivered(text("Too late"), { hold: { afterChunks: 0, gate: held } }), failure(500, "broken")],
	});
	const { omp, namer } = world;
	const terminal = start(omp);
	await terminal.waitFor("Acme One");
	terminal.type("first\r");
	await terminal.waitFor("One.");
	await until(() => namer.requests.length === 1);
	terminal.type("/rename Mine\r");
	await isNamed(omp, "Mine");
	held.open();
	terminal.type("more\r");
	await terminal.waitFor("Two.");
	terminal.type("/new\r");
	await terminal.waitFor(/new session/i);
	terminal.type("second\r");
	await terminal.waitFor("Three.");
	await until(() => namer.requests.length === 2);
	expect(terminal.history()).not.toContain("broken");
	await leave(terminal);
	expect(await namesOf(omp)).toEqual([
		["Mine", "user"],
		[undefined, undefined],
	]);
});

verifies("discovery:title:title-system-md", async () => {
	await using world = await project({
		replies: [text("One."), text("Two.")],
		titles: [text("<title>Ticket 7: 'login'</title>!"), text("none")],
		files: { ".omp/TITLE_SYSTEM.md": "Begin with the ticket." },
	});
	const { omp, namer } = world;
	await omp.home.write(".omp/agent/TITLE_SYSTEM.md", "not this one");
	for (const answer of ["One.", "Two."]) {
		const terminal = start(omp, ["--trust", "ticket 7 is about the login"]);
		await terminal.waitFor(answer);
		if (answer === "One.") await isNamed(omp, "Ticket 7: 'login'");
		else await until(() => namer.requests.length === 2);
		await leave(terminal);
	}
	expect(JSON.stringify(namer.requests.map(({ system }) => system))).toContain("Begin with the ticket.");
	expect(await namesOf(omp)).toEqual([
		["Ticket 7: 'login'", "auto"],
		[undefined, undefined],
	]);
});

const offCases: ReadonlyArray<readonly [readonly string[], Record<string, string>]> = [
	[["--no-title", "hello"], {}],
	[["hello"], { PI_NO_TITLE: "1" }],
];

verifies("cli:flag:no-title", async () => {
	for (const [args, env] of offCases) {
		await using world = await project({ replies: [text("One.")], titles: [text("Unwanted")] });
		const terminal = start(world.omp, args, env);
		await terminal.waitFor("One.");
		await leave(terminal);
		expect([world.namer.requests.length, await namesOf(world.omp)]).toEqual([0, [[undefined, undefined]]]);
	}
});

verifies("context-management:title:off", async () => {
	await using world = await project({
		replies: [text("One."), text("Two."), text("Three.")],
		titles: [text("Named over RPC")],
	});
	const { omp, namer } = world;
	const env = { PI_NO_TITLE: "" };
	await omp.run(["-p", "hello"], { env });
	const rpc = async (more: Record<string, string>) => {
		const child = Bun.spawn([...omp.command, "--mode", "rpc"], {
			cwd: omp.path,
			env: { ...omp.env, ...env, ...more },
			stdin: "pipe",
			stdout: "pipe",
		});
		child.stdin.write(`${JSON.stringify({ type: "prompt", message: "hello" })}\n`);
		await child.stdin.flush();
		let output = "";
		const isDone = () =>
			output.includes('"agent_end"') &&
			(more.PI_RPC_EMIT_TITLE === undefined || output.includes("session_info_update"));
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			output += chunk;
			if (isDone()) child.stdin.end();
		}
		return output;
	};
	expect(await rpc({})).not.toContain("session_info_update");
	expect(namer.requests).toHaveLength(0);
	expect(await rpc({ PI_RPC_EMIT_TITLE: "1" })).toContain('"title":"Named over RPC"');
});
