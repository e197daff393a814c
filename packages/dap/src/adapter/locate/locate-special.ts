import { existsSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { placeholders } from "../../transport/placeholders.ts";
import type { AdapterDefinition } from "../definition/adapter-definition.ts";
import type { AdapterPlace, LocatedCommand } from "../definition/adapter-place.ts";
import { findCommand, locateProgram, notFound } from "./locate-program.ts";

/** The first version of gdb that speaks the protocol. */
const firstGdb = 14;

export async function locateGdb(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const found = await locateProgram(definition, place);
	if ("missing" in found) return found;
	const answer = await place.answers([found.command, "--version"]);
	const version = /^GNU gdb.*?(\d+)\.\d+/m.exec(answer ?? "");
	if (!version) return { missing: `${found.command} does not state its version` };
	return Number(version[1]) >= firstGdb
		? found
		: { missing: `gdb ${version[0].split(" ").at(-1)} does not speak DAP; it takes gdb ${firstGdb}` };
}

/** Distributions put the version behind the name; up to LLVM 17 it was called `lldb-vscode`. */
export async function locateLldb(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const versions = Array.from({ length: 40 }, (_, index) => 45 - index);
	const names = ["lldb-dap", "lldb-vscode"].flatMap((name) => [name, ...versions.map((one) => `${name}-${one}`)]);
	for (const name of names) {
		const command = findProgram(name, place.env.PATH, place.cwd);
		if (command !== undefined) return { command, args: definition.args };
	}
	return notFound(definition);
}

/** The first interpreter that has the module; the program runs with it, too. */
export async function locateDebugpy(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const [preferred] = place.pythons;
	for (const python of place.pythons) {
		const answer = await place.answers([python, "-c", "import debugpy; print(debugpy.__version__)"]);
		if (answer === undefined) continue;
		const note = `Runs with ${python}: ${preferred} has no debugpy (${preferred} -m pip install debugpy).`;
		return { command: python, args: definition.args, ...(python !== preferred && { note }) };
	}
	const tried = place.pythons.length === 0 ? "no Python found" : `no module debugpy in ${place.pythons.join(", ")}`;
	return { missing: `${tried}; ${definition.install}` };
}

/** Delve builds with the Go toolchain. */
export async function locateDelve(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const goBin = place.env.GOBIN ?? join(place.env.GOPATH ?? join(place.home, "go"), "bin");
	const dlv = findCommand(definition.command, place) ?? findCommand(join(goBin, "dlv"), place);
	if (dlv === undefined) return notFound(definition);
	if (findProgram("go", place.env.PATH, place.cwd) === undefined) {
		return { missing: 'program "go" not found, which dlv builds with; apt install golang-go' };
	}
	return { command: dlv, args: definition.args };
}

export async function locateJsDebug(definition: AdapterDefinition, place: AdapterPlace): Promise<LocatedCommand> {
	const { env, home, cwd } = place;
	const data = env.XDG_DATA_HOME ?? join(home, ".local", "share");
	const scripts = [
		...(env.JS_DEBUG_DAP_SERVER ? [env.JS_DEBUG_DAP_SERVER] : []),
		join(home, ".local", "opt", "js-debug", "src", "dapDebugServer.js"),
		join(data, "nvim", "mason", "packages", "js-debug-adapter", "js-debug", "src", "dapDebugServer.js"),
	];
	const script = scripts.find((path) => existsSync(path));
	const program = findCommand(definition.command, place);
	// Without a host it listens wherever "localhost" is, which may be another address than ours.
	const args = [placeholders.port, "127.0.0.1"];
	if (script === undefined && program !== undefined) return { command: program, args };
	if (script === undefined) return { missing: `dapDebugServer.js not found; ${definition.install}` };
	const node = findProgram("node", env.PATH, cwd);
	return node === undefined ? { missing: 'program "node" not found' } : { command: node, args: [script, ...args] };
}
