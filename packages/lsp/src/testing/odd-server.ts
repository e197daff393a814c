/** A language server that misbehaves as its first argument says, and does what `odd/…` requests ask for. Run by the tests. */
import { writeFileSync } from "node:fs";

const [behavior = ""] = process.argv.slice(2);

interface Message {
	readonly id?: number | string;
	readonly method?: string;
	readonly params?: {
		readonly textDocument?: { readonly uri: string; readonly version?: number; readonly text?: string };
		readonly contentChanges?: readonly Change[];
		readonly previousResultId?: string;
		/** Of the `odd/…` requests. */
		readonly uri?: string;
		readonly bytes?: number;
		readonly method?: string;
		readonly params?: unknown;
	};
	readonly result?: unknown;
	readonly error?: unknown;
}

interface Place {
	readonly line: number;
	readonly character: number;
}

interface Change {
	readonly range?: { readonly start: Place; readonly end: Place };
	readonly text: string;
}

const documents = new Map<string, { text: string; version: number }>();
const received: Message[] = [];
/** Requests to the client, and who waits for the answer. */
const asking = new Map<string, (answer: Message) => void>();
const eaten: Uint8Array[] = [];
const encoding = behavior.startsWith("utf-") ? behavior : "utf-16";
const forever = 2 ** 30;
const exit = (code: number): void => process.exit(code);
let pulls = 0;

function frame(message: object): string {
	const body = JSON.stringify({ jsonrpc: "2.0", ...message });
	return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const write = (text: string) => process.stdout.write(text);
const send = (message: object) => write(frame(message));
const publish = (params: object) => send({ method: "textDocument/publishDiagnostics", params });

function ask(method: string | undefined, params: unknown): Promise<Message> {
	const id = `odd-${asking.size}`;
	send({ id, method, params });
	return new Promise((resolve) => asking.set(id, resolve));
}

const capabilities = {
	positionEncoding: encoding,
	textDocumentSync: { openClose: true, change: behavior === "full" ? 1 : 2, save: { includeText: true } },
	hoverProvider: true,
	renameProvider: { prepareProvider: true },
	...(behavior === "pull" && { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } }),
};

function initialize(id: Message["id"]): void {
	const result = { capabilities, serverInfo: { name: "odd", version: "1" } };
	const answer = JSON.stringify({ jsonrpc: "2.0", id, result });
	switch (behavior) {
		case "hangs":
			return;
		case "crashes-at-once":
			process.stderr.write("no such database\n");
			exit(3);
			return;
		case "refuses":
			send({ id, error: { code: -32_002, message: "no license" } });
			return;
		case "prints-text":
			write("Listening on port 3000\n\n");
			break;
		case "length-too-small":
			write(`Content-Length: 5\r\n\r\n${answer}\n\n`);
			return;
		case "length-too-large":
			write(`Content-Length: ${answer.length + 20}\r\n\r\n${answer}`);
			send({ method: "window/logMessage", params: { type: 3, message: "still here" } });
			return;
		case "length-negative":
			write(`Content-Length: -5\r\n\r\n${answer}`);
			return;
		case "length-vast":
			write(`Content-Length: 99999999999\r\n\r\n${answer}`);
			return;
		case "asks-early":
			send({ id: 99_999, result: "nobody asked" });
			send({ id: "stranger", error: { code: 1, message: "x" } });
			void Promise.all([ask("workspace/configuration", { items: [{ section: "a.b" }] }), ask("made/up", {})]).then(
				(answers) => {
					send({ id, result: { ...result, capabilities: { ...capabilities, experimental: answers } } });
				},
			);
			return;
	}
	send({ id, result });
}

/** Offsets in the units of the encoding, so that wrong positions break the text. */
function applyChange(text: string, change: Change): string {
	if (!change.range) return change.text;
	return text.slice(0, locate(text, change.range.start)) + change.text + text.slice(locate(text, change.range.end));
}

function locate(text: string, { line, character }: Place): number {
	let offset = 0;
	for (let count = 0; count < line; count++) offset = text.indexOf("\n", offset) + 1;
	for (let units = 0; units < character; ) {
		const char = String.fromCodePoint(text.codePointAt(offset) ?? 0);
		units += encoding === "utf-8" ? Buffer.byteLength(char) : encoding === "utf-32" ? 1 : char.length;
		offset += char.length;
	}
	return offset;
}

/** Each `ERR` in the text is a problem. */
function findProblems(text: string): object[] {
	return text.split("\n").flatMap((lineText, line) =>
		[...lineText.matchAll(/ERR/g)].map(({ index }) => {
			const before = lineText.slice(0, index);
			const character =
				encoding === "utf-8" ? Buffer.byteLength(before) : encoding === "utf-32" ? [...before].length : index;
			const range = { start: { line, character }, end: { line, character: character + 3 } };
			return { range, message: "ERR is not allowed", severity: 1, source: "odd" };
		}),
	);
}

function documentChanged(uri: string): void {
	const { text, version } = documents.get(uri) ?? { text: "", version: 0 };
	const diagnostics = findProblems(text);
	const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
	switch (behavior) {
		case "silent":
		case "pull":
			return;
		case "old-versions":
			publish({ uri, version: version - 1, diagnostics: [{ range, message: "about an old text" }] });
			break;
		case "in-parts":
			publish({ uri, diagnostics: [] });
			setTimeout(() => publish({ uri, diagnostics }), 50);
			return;
		case "floods": {
			const many = Array.from({ length: 100_000 }, (_, index) => ({
				range: { start: { line: index, character: 0 }, end: { line: index, character: 10 } },
				message: `Problem number ${index}, in words that are about as long as those of a compiler`,
				severity: 2,
				source: "odd",
				code: index,
			}));
			publish({ uri, version, diagnostics: many });
			return;
		}
	}
	publish({ uri, version, diagnostics });
}

async function handleRequest({ id, method, params = {} }: Message): Promise<void> {
	switch (method) {
		case "initialize":
			initialize(id);
			return;
		case "shutdown":
			if (behavior !== "ignores-shutdown") send({ id, result: null });
			return;
		case "odd/never":
			return;
		case "odd/crash":
			process.stderr.write("segmentation fault\n");
			exit(9);
			return;
		case "odd/eat":
			eaten.push(new Uint8Array(params.bytes ?? 0).fill(1));
			send({ id, result: null });
			return;
		case "odd/text":
			send({ id, result: documents.get(params.uri ?? "")?.text });
			return;
		case "odd/received":
			send({ id, result: received });
			return;
		case "odd/ask": {
			const { result, error } = await ask(params.method, params.params);
			send({ id, result: { result, error } });
			return;
		}
		case "odd/notify":
			send({ method: params.method, params: params.params });
			send({ id, result: null });
			return;
		case "odd/child":
			send({ id, result: Bun.spawn(["sleep", "600"]).pid });
			return;
		case "textDocument/diagnostic":
			pull(id, params);
			return;
		case "textDocument/rename":
			rename(id, params.textDocument?.uri ?? "");
			return;
		default:
			send({ id, error: { code: -32_601, message: `no ${method}` } });
	}
}

/** The first three characters become `new`. */
function rename(id: Message["id"], uri: string): void {
	const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
	const edits = [{ range, newText: "new" }];
	switch (behavior) {
		case "edits-outside":
			send({ id, result: { changes: { [uri]: edits, [new URL("../outside.odd", uri).href]: edits } } });
			return;
		case "edits-overlap":
			send({ id, result: { changes: { [uri]: [...edits, ...edits] } } });
			return;
		case "edits-changed-file":
			writeFileSync(new URL(uri), "changed meanwhile\n");
			send({ id, result: { documentChanges: [{ textDocument: { uri, version: 1 }, edits }] } });
			return;
		case "never-renames":
			return;
	}
	send({ id, result: { changes: { [uri]: edits } } });
}

/** The first pull is interrupted; afterwards the result id is the text. */
function pull(id: Message["id"], params: NonNullable<Message["params"]>): void {
	const { uri = "" } = params.textDocument ?? {};
	const { text = "" } = documents.get(uri) ?? {};
	if (pulls++ === 0) {
		send({ id, error: { code: -32_802, message: "busy", data: { retriggerRequest: true } } });
	} else if (params.previousResultId === text) {
		send({ id, result: { kind: "unchanged", resultId: text } });
	} else {
		const other = { kind: "full", items: [{ ...findProblems("ERR")[0], message: "came along" }] };
		const relatedDocuments = { [`${uri}.related`]: other };
		send({ id, result: { kind: "full", resultId: text, items: findProblems(text), relatedDocuments } });
	}
}

function handleNotification({ method, params }: Message): void {
	const { uri = "", version = 0, text: opened = "" } = params?.textDocument ?? {};
	switch (method) {
		case "initialized":
			// Nothing is read from here on.
			if (behavior === "deaf") for (;;) Bun.sleepSync(1000);
			return;
		case "exit":
			if (behavior !== "ignores-shutdown") exit(0);
			return;
		case "textDocument/didOpen":
			if (behavior === "ends-when-asked") {
				process.stderr.write("cannot write the index\n");
				exit(4);
			}
			documents.set(uri, { text: opened, version });
			documentChanged(uri);
			return;
		case "textDocument/didChange": {
			let { text } = documents.get(uri) ?? { text: "" };
			for (const change of params?.contentChanges ?? []) text = applyChange(text, change);
			documents.set(uri, { text, version });
			documentChanged(uri);
			return;
		}
		case "textDocument/didClose":
			documents.delete(uri);
			return;
	}
}

function handle(message: Message): void {
	const { id, method } = message;
	if (method === undefined) asking.get(String(id))?.(message);
	else {
		received.push(message);
		if (id !== undefined) void handleRequest(message);
		else handleNotification(message);
	}
}

let unread = Buffer.alloc(0);
process.stdin.on("data", (chunk: Buffer) => {
	unread = Buffer.concat([unread, chunk]);
	for (;;) {
		const headerEnd = unread.indexOf("\r\n\r\n");
		const length = Number(/Content-Length: (\d+)/.exec(unread.toString("latin1", 0, Math.max(headerEnd, 0)))?.[1]);
		if (headerEnd < 0 || unread.length < headerEnd + 4 + length) return;
		const body = unread.toString("utf8", headerEnd + 4, headerEnd + 4 + length);
		unread = unread.subarray(headerEnd + 4 + length);
		handle(JSON.parse(body));
	}
});
// Some servers do not end when their input does, nor when they are asked to.
process.stdin.on("end", () => {});
if (behavior === "ignores-shutdown") process.on("SIGTERM", () => {});
setTimeout(() => {}, forever);
