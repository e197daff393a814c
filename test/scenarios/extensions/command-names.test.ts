import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";

const extension = `export default (pi) => {
	for (const name of ["plan", "plan:approve"]) {
		pi.registerCommand(name, { description: name, handler: async (args, ctx) => ctx.ui.notify("ran " + name + " " + args) });
	}
};\n`;

test("commands named after one of omp's are kept; only the same name is left out, with a notice", async () => {
	await using omp = await ompProject({
		replies: [text("Optimized."), text("Again.")],
		files: {
			"x.ts": extension,
			".claude/commands/context/optimize.md": "Optimize the context of $1\n",
			".claude/commands/model.md": "Which model?\n",
		},
	});
	await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
	const { data } = await host.ask({ id: "c", type: "get_available_commands" });
	const named = (data as { commands: { name: string; source: string }[] }).commands;
	const sources = (name: string) => named.filter((command) => command.name === name).map(({ source }) => source);
	expect(["plan:approve", "plan", "context:optimize", "optimize", "model"].map(sources)).toEqual([
		["extension"],
		// Only at a terminal.
		[],
		["file"],
		["file"],
		["builtin"],
	]);
	await host.frame({
		type: "notice",
		message: "The command /plan of an extension is left out: omp has one of that name",
	});
	const path = omp.files.file(".claude/commands/model.md");
	const message = `${path} is not /model: omp has a command of that name; rename the file to call it`;
	await host.frame({ type: "notice", message });
	await host.ask({ id: "1", type: "prompt", message: "/plan:approve now" });
	await host.frame({ method: "notify", message: "ran plan:approve now" });
	await host.ask({ id: "2", type: "prompt", message: "/context:optimize prompts" });
	await host.frame({ type: "agent_end" });
	expect(JSON.stringify(omp.model.requests[0]?.messages)).toContain("Optimize the context of prompts");
	// In print mode, too.
	await omp.run(["-p", "/context:optimize words"]);
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("Optimize the context of words");
});
