import { encodeContentLength } from "@oh-my-pi/pi-utils/text/content-length";
import { RpcConnection } from "../../../packages/lsp/src/rpc/rpc-connection.ts";
import type { Figure } from "../benchmark.ts";
import { lspLimits } from "../limits.data.ts";

/** As a pipe gives them. */
const chunkBytes = 64 * 1024;
const totalBytes = 100_000_000;
const rounds = 7;

/** Messages of a server as they arrive, taken apart, parsed and handed on. */
export function framing(): Figure[] {
	// One problem, a file with some, and a file that is wrong from top to bottom; as many bytes of each.
	const mixed = measure([1, 20, 2000]);
	return [
		{
			name: "lsp, framing and decoding of 100 MB",
			value: mixed,
			unit: "ms",
			limit: lspLimits.framing,
			notes: [`lsp, framing and decoding: ${(totalBytes / 1000 / mixed).toFixed(0)} MB/s`],
		},
		{ name: "lsp, framing and decoding of 100 MB of small messages", value: measure([1]), unit: "ms" },
	];
}

function measure(problemCounts: readonly number[]): number {
	const streams = problemCounts.map((count) => makeStream(count));
	const bytes = streams.reduce((sum, stream) => sum + stream.length, 0);
	let received = 0;
	const connection = new RpcConnection({
		send: () => true,
		onRequest: () => null,
		onNotification: () => received++,
		onProblem: (problem) => {
			throw new Error(problem);
		},
	});
	const walls = Array.from({ length: rounds }, () => {
		const startedAt = performance.now();
		for (let sent = 0; sent < totalBytes; sent += bytes) {
			for (const stream of streams) {
				for (let at = 0; at < stream.length; at += chunkBytes) connection.receive(stream.subarray(at, at + chunkBytes));
			}
		}
		return performance.now() - startedAt;
	});
	if (received === 0) throw new Error("no message arrived");
	// What else goes on can only make it slower.
	return (Math.min(...walls) * totalBytes) / (Math.ceil(totalBytes / bytes) * bytes);
}

/** Some megabytes of reports. */
function makeStream(problemCount: number): Uint8Array {
	const diagnostics = Array.from({ length: problemCount }, (_, line) => ({
		range: { start: { line, character: 4 }, end: { line, character: 20 } },
		message: `Type 'string' is not assignable to type 'number'; “value${line}” is declared here.`,
		severity: 1,
		code: 2322,
		source: "typescript",
	}));
	const params = { uri: "file:///home/user/project/src/part/file.ts", diagnostics };
	const frame = encodeContentLength(
		JSON.stringify({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params }),
	);
	const count = Math.ceil(4_000_000 / frame.length);
	const stream = new Uint8Array(count * frame.length);
	for (let index = 0; index < count; index++) stream.set(frame, index * frame.length);
	return stream;
}
