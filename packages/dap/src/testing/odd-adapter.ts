/** A debug adapter that misbehaves as its first argument says. Run by the tests. The second is how it is reached. */
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { DebugProtocol } from "@vscode/debugprotocol";

const [behavior = "", way = "stdio", address = ""] = process.argv.slice(2);
/** Outlives its input, as real ones do. */
const forever = 2 ** 30;

const exit = (code: number): void => process.exit(code);

type Message = DebugProtocol.Request & DebugProtocol.Response;

const capabilities: DebugProtocol.Capabilities = {
	supportsConfigurationDoneRequest: true,
	supportsFunctionBreakpoints: behavior !== "poor",
	supportsInstructionBreakpoints: behavior !== "poor",
	supportsDataBreakpoints: behavior !== "poor",
	supportsDisassembleRequest: behavior !== "poor",
	supportsReadMemoryRequest: behavior !== "poor",
	supportsWriteMemoryRequest: behavior !== "poor",
	supportsModulesRequest: behavior !== "poor",
	supportsLoadedSourcesRequest: behavior !== "poor",
	supportsExceptionInfoRequest: true,
	supportsTerminateRequest: behavior !== "ignores-terminate",
};

/** How deep the tree of sessions is, by the configuration of each. */
const maxDepth = 2;

class OddSession {
	readonly #output: Writable;
	#seq = 0;
	#depth = 0;
	#launch: Message | undefined;
	#memory = Buffer.from("Hello, world");
	#lines = new Map<string, number[]>();

	constructor(input: Readable, output: Writable) {
		this.#output = output;
		let buffer = Buffer.alloc(0);
		input.on("data", (chunk: Buffer) => {
			buffer = Buffer.concat([buffer, chunk]);
			for (;;) {
				const end = buffer.indexOf("\r\n\r\n");
				const length = Number(/Content-Length: (\d+)/.exec(buffer.toString("latin1", 0, Math.max(0, end)))?.[1]);
				if (end < 0 || buffer.length < end + 4 + length) return;
				const text = buffer.toString("utf8", end + 4, end + 4 + length);
				buffer = buffer.subarray(end + 4 + length);
				this.#take(JSON.parse(text));
			}
		});
	}

	#send(message: object): boolean {
		const text = JSON.stringify({ seq: ++this.#seq, ...message });
		return this.#output.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
	}

	#event(event: string, body: object = {}): void {
		this.#send({ type: "event", event, body });
	}

	#reply({ seq, command }: Message, body: object = {}): void {
		this.#send({ type: "response", request_seq: seq, command, success: true, body });
	}

	#refuse({ seq, command }: Message, format: string, variables: object = {}): void {
		const body = { error: { id: 1, format, variables } };
		this.#send({ type: "response", request_seq: seq, command, success: false, message: "failed", body });
	}

	#ask(command: string, args: object): void {
		this.#send({ type: "request", command, arguments: args });
	}

	#stop(reason: string): void {
		this.#event("stopped", { reason, threadId: 7, allThreadsStopped: true });
	}

	#end(exitCode: number): void {
		this.#event("exited", { exitCode });
		this.#event("terminated");
	}

	#take(message: Message): void {
		if (message.type === "response") this.#takeAnswer(message);
		else if (Object.hasOwn(this.#handlers, message.command))
			this.#handlers[message.command]?.(message, message.arguments ?? {});
		else this.#refuse(message, "unknown request {command}", { command: message.command });
	}

	readonly #handlers: Readonly<Record<string, (message: Message, args: Message["arguments"]) => void>> = {
		initialize: (message) => this.#initialize(message),
		launch: (message) => this.#start(message),
		attach: (message) => this.#start(message),
		setBreakpoints: (message, { source, breakpoints }) => {
			const lines = breakpoints.map((one: { line: number }) => one.line);
			this.#lines.set(source.path, lines);
			this.#setBreakpoints(message);
		},
		setFunctionBreakpoints: (message) => this.#setBreakpoints(message),
		setInstructionBreakpoints: (message) => this.#setBreakpoints(message),
		setDataBreakpoints: (message) => this.#setBreakpoints(message),
		configurationDone: (message) => {
			this.#reply(message);
			if (this.#launch) this.#reply(this.#launch);
			this.#run();
		},
		threads: (message) => this.#reply(message, { threads: behavior === "no-threads" ? [] : [{ id: 7, name: "main" }] }),
		stackTrace: (message) => this.#reply(message, { stackFrames: this.#frames() }),
		scopes: (message) => this.#reply(message, { scopes }),
		variables: (message, { variablesReference }) =>
			this.#reply(message, { variables: variablesIn(variablesReference) }),
		evaluate: (message, { expression, frameId }) => {
			if (expression === "bad") this.#refuse(message, "no such name: {name}", { name: "bad" });
			else this.#reply(message, { result: `${expression} at frame ${frameId}`, variablesReference: 0 });
		},
		continue: (message) => this.#resume(message),
		next: (message) => this.#resume(message),
		stepIn: (message) => this.#resume(message),
		stepOut: (message) => this.#resume(message),
		pause: (message) => {
			this.#reply(message);
			this.#stop("pause");
		},
		readMemory: (message, { offset = 0, count }) => {
			const data = this.#memory.subarray(offset, offset + count).toString("base64");
			this.#reply(message, { address: "0x1000", data });
		},
		writeMemory: (message, { offset = 0, data }) => {
			const bytes = Buffer.from(data, "base64");
			bytes.copy(this.#memory, offset);
			this.#reply(message, { bytesWritten: bytes.length });
		},
		disassemble: (message, { instructionCount, memoryReference }) => {
			const toInstruction = (_: unknown, index: number) => ({
				address: `0x${(0x2000 + index).toString(16)}`,
				instruction: `nop ; from ${memoryReference}`,
			});
			this.#reply(message, { instructions: Array.from({ length: instructionCount }, toInstruction) });
		},
		modules: (message) => this.#reply(message, { modules: [{ id: 1, name: "libodd.so", path: "/lib/libodd.so" }] }),
		loadedSources: (message) => this.#reply(message, { sources: [{ name: "odd.c", path: "/src/odd.c" }] }),
		dataBreakpointInfo: (message, { name }) =>
			this.#reply(message, { dataId: `data-${name}`, description: name, accessTypes: ["write"] }),
		exceptionInfo: (message) => this.#reply(message, { exceptionId: "OddError", description: "it is odd" }),
		terminate: (message) => {
			if (behavior === "ignores-terminate") return;
			this.#reply(message);
			this.#end(143);
		},
		disconnect: (message) => {
			if (behavior === "ignores-terminate") return;
			this.#reply(message);
			if (this.#depth === 0) setTimeout(() => process.exit(0), 10);
		},
		echo: (message, args) => this.#reply(message, { echoed: args }),
		never: () => {},
	};

	#setBreakpoints(message: Message): void {
		this.#reply(message, { breakpoints: message.arguments.breakpoints.map(verified) });
	}

	#initialize(message: Message): void {
		switch (behavior) {
			case "crash":
				process.stderr.write("cannot find libodd.so\n");
				exit(3);
				return;
			case "hang":
				return;
			case "garbage":
				this.#output.write("Listening for a debugger ...\r\n\r\nnothing else\r\n\r\n");
				return;
			case "not-json":
				this.#output.write("Content-Length: 5\r\n\r\n{bad}");
				return;
			case "huge":
				this.#output.write("Content-Length: 999999999\r\n\r\n{");
				return;
		}
		this.#reply(message, capabilities);
	}

	#start(message: Message): void {
		const args = message.arguments ?? {};
		this.#depth = args.depth ?? 0;
		if (behavior === "refuses-launch") {
			this.#event("output", { category: "stderr", output: "main.odd:3: syntax error\n" });
			this.#refuse(message, "Failed to launch: build error");
			return;
		}
		this.#launch = message;
		this.#event("initialized");
	}

	#run(): void {
		this.#event("process", { name: `odd ${this.#depth}` });
		this.#event("output", { category: "telemetry", output: "secret" });
		this.#event("output", { category: "stdout", output: `started ${this.#depth}\n` });
		switch (behavior) {
			case "nested":
				if (this.#depth < maxDepth) {
					this.#ask("startDebugging", { request: "launch", configuration: { depth: this.#depth + 1 } });
				} else this.#stop("breakpoint");
				return;
			case "reverse":
				this.#ask("runInTerminal", {
					cwd: process.cwd(),
					args: ["sh", "-c", "echo in terminal $ODD; sleep 600"],
					env: { ODD: "yes" },
				});
				return;
			case "unknown-request":
				this.#ask("makeCoffee", {});
				return;
			case "never-stops":
				return;
			case "forks": {
				// Its own session and no parent: only its environment tells where it is from.
				const child = spawn("setsid", ["sh", "-c", "sleep 600 & echo $!"], { stdio: ["ignore", "pipe", "ignore"] });
				child.stdout.on("data", (data) => {
					this.#event("output", { category: "stdout", output: `forked ${String(data)}` });
					this.#stop("entry");
				});
				return;
			}
			case "exception":
				this.#stop("exception");
				return;
		}
		this.#stop(this.#lines.size > 0 ? "breakpoint" : "entry");
	}

	#resume(message: Message): void {
		switch (behavior) {
			case "dies":
				process.stderr.write("segmentation fault in the adapter\n");
				exit(9);
				return;
			case "floods":
				this.#reply(message);
				void this.#flood();
				return;
			case "refuses-step":
				this.#refuse(message, "cannot step here");
				return;
		}
		if (message.command === "continue") {
			// The event may come before the answer.
			this.#end(0);
			this.#reply(message, { allThreadsContinued: true });
			return;
		}
		this.#stop("step");
		this.#reply(message);
	}

	/** A hundred megabytes, as fast as they are read. */
	async #flood(): Promise<void> {
		const output = `${"x".repeat(1023)}\n`.repeat(64);
		for (let count = 0; count < 1600; count++) {
			const isSent = this.#send({ type: "event", event: "output", body: { category: "stdout", output } });
			if (!isSent) await new Promise((resolve) => this.#output.once("drain", resolve));
		}
		this.#event("output", { category: "stdout", output: "the last line\n" });
		this.#end(0);
	}

	#takeAnswer({ command, success, message, body }: Message): void {
		const text = `${command}: ${success ? JSON.stringify(body ?? null) : message}\n`;
		this.#event("output", { category: "stdout", output: text });
		if (behavior === "reverse" && command === "runInTerminal") {
			this.#ask("startDebugging", { request: "launch", configuration: {} });
		} else if (behavior !== "nested") this.#stop("entry");
	}

	#frames(): object[] {
		const [path, lines = []] = [...this.#lines][0] ?? ["/src/odd.c"];
		return [
			{
				id: 100,
				name: "inner",
				line: lines[0] ?? 3,
				column: 1,
				source: { path },
				instructionPointerReference: "0x2000",
			},
			{ id: 101, name: "outer", line: 9, column: 1, source: { path } },
		];
	}
}

const scopes = [
	{ name: "Everything", variablesReference: 99, expensive: true },
	{ name: "Locals", variablesReference: 10, expensive: false },
];

function verified({ line }: { readonly line?: number }, index: number): object {
	return { id: index + 1, verified: true, ...(line !== undefined && { line }) };
}

function variablesIn(reference: number): object[] {
	if (reference === 10) {
		return [
			{ name: "count", value: "3", type: "int", variablesReference: 0 },
			{ name: "list", value: "[…]", type: "list", variablesReference: 11 },
		];
	}
	if (reference !== 11) return [];
	return Array.from({ length: 5000 }, (_, index) => ({
		name: String(index),
		value: "v".repeat(1000),
		variablesReference: 0,
	}));
}

if (way === "stdio") new OddSession(process.stdin, process.stdout);
else if (way === "connect") {
	const [host = "", port = ""] = address.split(":");
	const socket = connect(Number(port), host, () => new OddSession(socket, socket));
} else {
	const server = createServer((socket) => {
		socket.on("error", () => {});
		new OddSession(socket, socket);
	});
	console.log("the program's own output");
	if (way === "port") server.listen(Number(address), "127.0.0.1");
	else server.listen(address);
}
setTimeout(() => {}, forever);
