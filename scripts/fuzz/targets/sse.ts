import { ProviderError } from "../../../packages/ai/src/errors/provider-error.ts";
import { defaultReplyLimits } from "../../../packages/ai/src/http/reply-limits.ts";
import { parseFrame } from "../../../packages/ai/src/protocol/parse-frame.ts";
import type { Framing, WireFrame } from "../../../packages/ai/src/protocol/protocol.ts";
import { parseStreamingJson, StreamingArguments } from "../../../packages/ai/src/reply/streaming-json.ts";
import { frameReader } from "../../../packages/ai/src/transport/framing/framing.ts";
import { bytesOf, inChunks, inputOf } from "../chunks.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

const framings: readonly Framing[] = ["sse", "ndjson", "json", "aws-event-stream"];
const SMALL_CHUNK = 7;

/** Replies of a provider: all framings, and the JSON in them. */
export const sse: FuzzTarget = {
	name: "sse",
	corpus: [
		'event: message_start\ndata: {"type":"message_start","message":{"id":"m","usage":{"input_tokens":1}}}\n\n',
		'data: {"choices":[{"delta":{"content":"hi"}}]}\r\n\r\ndata: [DONE]\r\n\r\n',
		": ping\n\nid: 1\nretry: 5\ndata\ndata:\ndata: a\ndata: b\n\n",
		'{"message":{"content":"a"},"done":false}\n{"done":true}\n',
		inputOf('data: {"text":"日本 👩‍👩‍👧"}\n\n'),
		awsMessage({ ":message-type": "event", ":event-type": "chunk" }, '{"bytes":"e30="}'),
		awsMessage({ ":message-type": "exception", ":exception-type": "throttling" }, "{}"),
	],
	shapes: [
		{ before: "", unit: "[", after: "}12" },
		{ before: '{"a":', unit: "[", after: "}12" },
	],
	words: [
		"data:",
		"data: ",
		"event:",
		"event: x\n",
		"id: 1\n",
		":\n",
		"\n",
		"\r\n",
		"\r",
		"\n\n",
		"{",
		"}",
		"[",
		"]",
		'"',
		'{"a":',
		"\\",
		"\\u12",
		",",
		":",
		"1",
		"-",
		"1e",
		"nul",
		"true",
		"x",
		" ",
		"\0",
		"\xff",
		"\xe6\x97",
		"\0\0\0\x10",
		"[DONE]",
	],
	generate(random) {
		const json = (depth: number): string => {
			switch (random.below(depth > 4 ? 4 : 6)) {
				case 0:
					return String(random.below(1000));
				case 1:
					return '"a\\nb\\u00e9"';
				case 2:
					return random.pick(["null", "true", "false"]);
				case 3:
					return '""';
				case 4:
					return `[${Array.from({ length: random.below(4) }, () => json(depth + 1)).join(",")}]`;
				default:
					return `{${Array.from({ length: random.below(4) }, (_, index) => `"k${index}":${json(depth + 1)}`).join(",")}}`;
			}
		};
		if (random.oneIn(4)) return awsMessage({ ":message-type": "event", [`:${random.below(9)}`]: "é" }, json(0));
		const end = random.pick(["\n", "\r\n"]);
		const event = () => `${random.oneIn(2) ? `event: e${end}` : ""}data: ${json(0)}${end}${end}`;
		return Array.from({ length: 1 + random.below(6) }, event).join("");
	},
	async run(input) {
		const bytes = bytesOf(input);
		for (const framing of framings) {
			const whole = await readFrames(framing, [bytes]);
			const pieces = await readFrames(framing, inChunks(bytes, SMALL_CHUNK));
			if (whole && pieces && JSON.stringify(whole) !== JSON.stringify(pieces)) {
				throw new Error(`${framing}: other frames when the bytes come in pieces`);
			}
			for (const frame of whole ?? []) expecting(() => parseFrame(frame));
		}
		parseStreamingJson(input);
		const streamed = new StreamingArguments();
		for (const delta of inChunks(input, SMALL_CHUNK)) streamed.append(delta);
		streamed.finish();
	},
};

async function readFrames(framing: Framing, chunks: readonly Uint8Array[]): Promise<WireFrame[] | undefined> {
	const reader = await frameReader(framing, defaultReplyLimits.frameBytes);
	return expecting(() => [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]);
}

function expecting<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof ProviderError) return undefined;
		throw error;
	}
}

/** A message of the binary event stream, with valid checksums. */
function awsMessage(headers: Readonly<Record<string, string>>, payload: string): string {
	const fields = Object.entries(headers).map(([name, value]) => {
		const text = Buffer.from(value);
		return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, text.length]), text]);
	});
	const head = Buffer.concat(fields);
	const body = Buffer.from(payload);
	const message = Buffer.alloc(16 + head.length + body.length);
	message.writeUInt32BE(message.length, 0);
	message.writeUInt32BE(head.length, 4);
	message.writeUInt32BE(Bun.hash.crc32(message.subarray(0, 8)), 8);
	head.copy(message, 12);
	body.copy(message, 12 + head.length);
	message.writeUInt32BE(Bun.hash.crc32(message.subarray(0, message.length - 4)), message.length - 4);
	return message.toString("latin1");
}
