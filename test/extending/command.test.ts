import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { builtInCommands } from "../../packages/coding-agent/src/commands/commands.ts";
import type { Command } from "../../packages/coding-agent/src/commands/contract/command.ts";
import { runLine } from "../../packages/coding-agent/src/commands/run-line.ts";
import { runRpcMode } from "../../packages/coding-agent/src/modes/rpc/rpc.ts";
import { atScreen } from "./at-screen.ts";
import { openSession } from "./open-session.ts";

const dice: Command = {
	name: "dice",
	summary: "Throw a die",
	group: "system",
	hint: "[sides]",
	source: "extension",
	complete: async () => [{ name: "6" }, { name: "20" }],
	run: async ({ args }) => ({ kind: "notice", level: "info", text: `A ${args || "6"}-sided die shows 4` }),
};

test("an added command is completed, listed in help and run at a terminal, until it is removed", async () => {
	let remove = () => {};
	await using omp = await atScreen([], ({ commands }) => {
		remove = commands.add(dice);
	});
	omp.type("/dic");
	await omp.shows("Throw a die");
	omp.type("e ");
	await omp.shows("20");
	omp.type("8\r");
	await omp.shows("A 8-sided die shows 4");
	omp.type("/help\r");
	await omp.shows("Configuration and system");
	// The tab of the command's group.
	for (let tab = 0; tab < 3; tab++) omp.type("\x1b[C");
	await omp.shows("/dice ");
	omp.type("\x1b");
	remove();
	expect(await omp.registries.commands.find("/dice")).toBeUndefined();
});

test("a screen part takes the place of the text part at a terminal only", async () => {
	const withScreen: Command = {
		...dice,
		screen: {
			summary: "Throw a die on the table",
			run: async (_call, { copy, notify }) => {
				copy("4");
				notify("info", "The die rolls across the table");
				return { kind: "done" };
			},
		},
	};
	await using omp = await atScreen([], ({ commands }) => void commands.add(withScreen));
	omp.type("/dic");
	await omp.shows("Throw a die on the table");
	omp.type("e\r");
	await omp.shows("The die rolls across the table");
	const commands = builtInCommands();
	commands.add(withScreen);
	expect(await runLine("/dice 6", omp.session, commands)).toEqual({ output: "A 6-sided die shows 4" });
});

test("an added command is announced and run over RPC, until it is removed", async () => {
	await using opened = await openSession();
	const commands = builtInCommands();
	const remove = commands.add(dice);
	const frames: Array<Record<string, unknown>> = [];
	const { readable, writable } = new TransformStream<Uint8Array>();
	const serving = runRpcMode(opened.session, {
		input: readable,
		write: async (text) => void frames.push(JSON.parse(text)),
		commands,
	});
	const host = writable.getWriter();
	const listed = () => frames.filter(({ type }) => type === "available_commands_update").at(-1)?.commands;
	await until(() => listed());
	expect(listed()).toContainEqual({
		name: "dice",
		description: "Throw a die",
		source: "extension",
		input: { hint: "[sides]" },
	});
	await host.write(new TextEncoder().encode(`${JSON.stringify({ id: "1", type: "prompt", message: "/dice 20" })}\n`));
	await until(() => frames.find(({ id }) => id === "1"));
	expect(frames).toContainEqual({ type: "command_output", text: "A 20-sided die shows 4" });
	remove();
	await until(() => !JSON.stringify(listed()).includes('"dice"'));
	await host.close();
	await serving;
});

test("a built-in command keeps its name", async () => {
	const commands = builtInCommands();
	commands.add({ ...dice, name: "model" });
	commands.add({ ...dice, name: "model:mine" });
	const names = (await commands.list()).map(({ name }) => name);
	expect(names.filter((name) => name.startsWith("model"))).toEqual(["model", "model:mine"]);
	expect((await commands.find("/model"))?.command.summary).toBe("Show or switch the model");
});
