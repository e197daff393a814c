import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { type SourceCopy, sourceCopy } from "./source-copy.ts";

setDefaultTimeout(120_000);

let omp: OmpProject;
let copy: SourceCopy;

/** The feature of `docs/contributing/feature.md`, in a copy of the sources. */
beforeAll(async () => {
	omp = await ompProject({ files: { ".omp/weather.json": '{ "sky": "sunny" }\n' } });
	await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\nweather: { place: Chur }\n");
	copy = await sourceCopy();
	await copy.addFeature();
});

afterAll(async () => {
	await omp[Symbol.asyncDispose]();
	await copy[Symbol.asyncDispose]();
});

const run = (...args: string[]) => runCommand([...copy.command, ...args], { cwd: omp.path, env: omp.env });
const lastRequest = () => JSON.stringify(omp.model.requests.at(-1));

test("a feature: its folder and the list are type-checked", async () => {
	expect(await copy.typeErrors()).toBe("");
});

test("a feature: its settings, its subcommand and its trust kind are there from the command line", async () => {
	expect(await run("config", "get", "weather.place")).toEqual({ stdout: "Chur\n", stderr: "", exitCode: 0 });
	expect((await run("config", "list")).stdout).toContain("weather.enabled");
	expect((await run("--help", "all")).stdout).toContain("Tell the weather");
	expect((await run("weather")).stdout).toBe("Chur: unknown\n");
	expect((await run("trust")).stdout).toContain("forecast:.omp/weather.json");
	await run("trust", "allow");
	expect((await run("weather")).stdout).toBe("Chur: sunny\n");
});

test("a feature: its tool, hook, URL and slash command are there in a session", async () => {
	omp.model.script(toolCall("weather", {}), toolCall("read", { i: "Looking", path: "weather://now" }), text("Done."));
	const answer = await run("-p", "--model", "acme/a-1", "what is it like?");
	expect(answer).toEqual({ stdout: "Done.\n", stderr: "", exitCode: 0 });
	expect(lastRequest()).toContain('"text":"sunny in Chur"');
	expect(lastRequest()).toContain("Now: sunny in Chur");
	expect(lastRequest()).toContain("Dress for this: sunny in Chur.");
	expect((await run("-p", "--model", "acme/a-1", "/weather")).stdout).toBe("It is sunny in Chur.\n");
});

test("a feature: its words are in the status line, and its panel above the editor", async () => {
	const options = { cols: 120, rows: 40, cwd: omp.path, env: omp.env };
	await using terminal = ptyRun([...copy.command, "--model", "acme/a-1"], options);
	await terminal.waitFor("sunny in Chur");
	await terminal.waitFor("Weather: sunny in Chur");
	terminal.type("/weather\r");
	await terminal.waitFor("It is sunny in Chur.");
});

test("a feature: switched off it is not started", async () => {
	omp.model.script(text("Done."));
	await run("-p", "--model", "acme/a-1", "--config", await offFile(), "hello");
	expect(lastRequest()).not.toContain("sunny");
	expect((await run("-p", "--model", "acme/a-1", "--config", await offFile(), "/weather")).stdout).toContain(
		"switched off",
	);
});

test("a feature: without its folder and its line nothing of it is left", async () => {
	await copy.removeFeature();
	expect(await copy.differences()).toEqual([]);
	omp.model.script(text("Done."));
	await run("-p", "--model", "acme/a-1", "hello");
	expect((await run("config", "get", "weather.place")).stderr).toContain("weather.place");
	expect(lastRequest()).not.toContain("sunny");
	expect((await run("--help", "all")).stdout).not.toContain("Tell the weather");
});

async function offFile(): Promise<string> {
	await omp.home.write("off.yml", "weather: { enabled: false }\n");
	return omp.home.file("off.yml");
}
