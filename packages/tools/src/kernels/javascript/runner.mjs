// Runs cells that come in as messages, and answers with messages. What cells declare stays in the global scope.
import { Console } from "node:console";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { Writable } from "node:stream";
import vm from "node:vm";
import { cellScript } from "./cell-script.mjs";
import { prelude } from "./prelude.mjs";

// Makes an executable of omp act as Bun. Programs that cells start must not see it, so Bun is then started by a script.
delete process.env.BUN_BE_BUN;
const bunScript = path.join(import.meta.dir, "bun");
if (fs.existsSync(bunScript)) process.execPath = bunScript;
// Where no `env` is given, Bun would pass the environment it was started with.
for (const name of ["spawn", "spawnSync"]) {
	const spawn = Bun[name];
	Bun[name] = (command, options) =>
		Array.isArray(command)
			? spawn(command, { env: process.env, ...options })
			: spawn({ env: process.env, ...command }, options);
}

// Cells may do away with what they find in the global scope.
const { exit } = process;
const sendToHost = process.send.bind(process);
let requestId = "";
let count = 0;

const send = (frame) => sendToHost({ ...frame, id: requestId });
const stream = (type) =>
	new Writable({
		decodeStrings: false,
		write(chunk, _encoding, done) {
			send({ type, data: typeof chunk === "string" ? chunk : Buffer.from(chunk).toString() });
			done();
		},
	});
const [stdout, stderr] = [stream("stdout"), stream("stderr")];
globalThis.console = new Console({ stdout, stderr, colorMode: false });
for (const [name, target] of Object.entries({ stdout, stderr })) {
	process[name].write = (chunk, encoding, done) => target.write(chunk, encoding, done);
}
Object.assign(globalThis, { fs, path, ...prelude(send) });

process.on("message", async (request) => {
	if (request.type === "exit") exit(0);
	requestId = request.id;
	if (!request.silent) count++;
	send({ type: "started" });
	prepare(request);
	let status = "ok";
	try {
		show(await run(request.code));
	} catch (error) {
		status = "error";
		send({ type: "error", ...described(error) });
	}
	// What children have written directly is complete when these have come through.
	try {
		for (const number of [1, 2]) fs.writeSync(number, `\0${request.id}\0`);
	} catch {
		// The cell has closed them, and nothing of what later cells start would be seen.
		exit(1);
	}
	send({ type: "done", status, executionCount: count, cancelled: false });
});

// Without a host there is nobody to run cells for.
process.on("disconnect", () => process.exit(0));

// A rejection that nobody waits for ends neither the cell nor the process.
process.on("unhandledRejection", (error) => send({ type: "stderr", data: `${described(error).traceback.join("")}\n` }));
process.on("uncaughtException", (error) => send({ type: "stderr", data: `${described(error).traceback.join("")}\n` }));

function prepare({ cwd, env }) {
	Object.assign(process.env, env);
	if (cwd && fs.existsSync(cwd)) process.chdir(cwd);
	globalThis.require = createRequire(path.join(process.cwd(), "cell.js"));
	// The user may have edited a module since the last cell.
	for (const file of Object.keys(require.cache)) {
		if (!file.includes("/node_modules/") && !file.startsWith(import.meta.dir)) delete require.cache[file];
	}
}

async function run(code) {
	const { text, isDeclaration } = cellScript(code);
	const script = new vm.Script(text, {
		filename: `cell-${count}.js`,
		importModuleDynamically: (specifier) => import(resolved(specifier)),
	});
	const result = await script.runInThisContext();
	if (isDeclaration) return undefined;
	const isWrapped = typeof result === "object" && result !== null && Object.getPrototypeOf(result) === null;
	return isWrapped && "value" in result ? await result.value : result;
}

function resolved(specifier) {
	if (/^(?:node|bun):/.test(specifier)) return specifier;
	return Bun.resolveSync(specifier, process.cwd());
}

function show(value) {
	if (value === undefined) return;
	globalThis._ = value;
	const text = typeof value === "string" ? value : Bun.inspect(value, { colors: false, depth: 4 });
	send({ type: "result", bundle: { "text/plain": text } });
}

function described(error) {
	const mistakes = error?.name === "BuildMessage" ? [error] : error instanceof AggregateError ? error.errors : [];
	if (mistakes.length > 0) return describedMistakes(mistakes);
	if (!(error instanceof Error) && typeof error?.message !== "string") {
		const text = Bun.inspect(error, { colors: false });
		return { ename: "Error", evalue: text, traceback: [`Uncaught ${text}`] };
	}
	const frames = String(error.stack ?? "")
		.split("\n")
		.filter((line) => /^\s+at .*cell-\d+\.js/.test(line));
	const causes = error.cause === undefined ? [] : [`\nCause: ${described(error.cause).traceback.join("")}`];
	const title = `${error.name ?? "Error"}: ${error.message}`;
	return { ename: error.name ?? "Error", evalue: error.message, traceback: [[title, ...frames].join("\n"), ...causes] };
}

/** What the transpiler finds wrong with a cell. */
function describedMistakes(mistakes) {
	const lines = mistakes.map(({ message, position }) => {
		const place = position ? ` (line ${position.line}, column ${position.column})\n    ${position.lineText}` : "";
		return `SyntaxError: ${message}${place}`;
	});
	return { ename: "SyntaxError", evalue: mistakes[0]?.message ?? "", traceback: [lines.join("\n")] };
}
