import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";

type Fields = Readonly<Record<string, unknown>>;

export interface SampleOptions {
	readonly requests: number;
	/** Requests in a file. */
	readonly perFile: number;
	/** Characters of the result of a tool. */
	readonly resultChars: number;
	/** The sessions end before it. */
	readonly now: number;
	readonly days: number;
}

export interface SampleFile {
	/** Below the folder of sessions. */
	readonly path: string;
	readonly text: string;
}

const models = [
	["anthropic", "claude-sonnet-4-5", "anthropic-messages", 3, 15],
	["openai", "gpt-5", "openai-responses", 1.25, 10],
	["acme", "a-1", "openai-completions", 0.5, 2],
] as const;
const tools = ["bash", "read", "edit", "search", "write"] as const;
const messages = [
	"Please look at the failing test in the parser.",
	"NO NOT THAT FILE!!! you broke the build",
	"Thanks, now write the docs",
	"That's wrong, damn, I said the other one",
	"Continue",
] as const;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Sessions of some projects with sub-agents and an advisor: every run of the same options gives the same. */
export function* sampleSessions({ requests, perFile, resultChars, now, days }: SampleOptions): Generator<SampleFile> {
	const { below } = seeded(7);
	const random = () => below(1e9) / 1e9;
	const code = Array.from({ length: 400 }, () => `  const value${Math.floor(random() * 1e6)} = compute("x");\n`).join(
		"",
	);
	for (let file = 0; file * perFile < requests; file++) {
		const cwd = `/home/ada/code/project-${file % 7}`;
		const folder = `--home-ada-code-project-${file % 7}--`;
		const log = new SampleLog(file, cwd);
		// Most work is recent, in working hours, and on some days there is none.
		const start = now - Math.floor(random() ** 1.6 * days) * dayMs - Math.floor(random() * 8 * 60 + perFile) * minuteMs;
		for (let index = 0; index < Math.min(perFile, requests - file * perFile); index++)
			addTurn(log, { index, at: start + index * minuteMs, random, result: code.slice(0, resultChars) });
		const name = `2026-01-01T00-00-00-000Z_${String(file).padStart(6, "0")}`;
		const kind = file % 9;
		const path = kind === 7 ? `${name}/Worker.jsonl` : kind === 8 ? `${name}/__advisor.jsonl` : `${name}.jsonl`;
		yield { path: `${folder}/${path}`, text: log.text() };
	}
}

interface Turn {
	readonly index: number;
	readonly at: number;
	readonly random: () => number;
	readonly result: string;
}

function addTurn(log: SampleLog, { index, at, random, result }: Turn): void {
	const [provider, model, api, inputPrice, outputPrice] =
		models[Math.floor(random() ** 2 * models.length)] ?? models[0];
	const amount = (most: number) => Math.floor(random() * most);
	const tokens = { input: 1 + amount(2000), output: amount(800), cacheRead: amount(40_000), cacheWrite: amount(1000) };
	const cost = {
		input: (tokens.input * inputPrice) / 1e6,
		output: (tokens.output * outputPrice) / 1e6,
		cacheRead: (tokens.cacheRead * inputPrice) / 1e7,
		cacheWrite: (tokens.cacheWrite * inputPrice * 1.25) / 1e6,
	};
	const usage = {
		...tokens,
		totalTokens: tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite,
		cost: { ...cost, total: cost.input + cost.output + cost.cacheRead + cost.cacheWrite },
	};
	const isFailed = random() < 0.03;
	if (index % 6 === 0)
		log.add(at, {
			type: "message",
			message: { role: "user", content: messages[(index / 6) % messages.length], timestamp: at },
		});
	if (index % 40 === 20) {
		const preserveData = index % 80 === 20 ? { snapcompact: {} } : {};
		log.add(at, {
			type: "compaction",
			summary: "Done so far.",
			firstKeptEntryId: "0",
			tokensBefore: 120_000,
			preserveData,
		});
	}
	const call = (number: number) => ({
		type: "toolCall",
		id: `c${index}-${number}`,
		name: tools[amount(tools.length)],
		arguments: { command: `step ${index}` },
	});
	const calls = isFailed ? [] : index % 5 === 0 ? [call(0), call(1)] : [call(0)];
	log.add(at, {
		type: "message",
		message: {
			role: "assistant",
			content: [{ type: "text", text: "I look at the code, then run the tests." }, ...calls],
			...{ api, provider, model, usage, timestamp: at },
			stopReason: isFailed ? "error" : "toolUse",
			...(isFailed ? { errorMessage: "overloaded_error: try again later" } : {}),
			duration: 2000 + amount(8000),
			ttft: 300 + amount(900),
		},
	});
	for (const { id, name } of calls) {
		const content = [{ type: "text", text: result }];
		const message = {
			role: "toolResult",
			toolCallId: id,
			toolName: name,
			content,
			isError: random() < 0.05,
			timestamp: at,
		};
		log.add(at, { type: "message", message });
	}
}

/** Lines of one session file. */
export class SampleLog {
	readonly #lines: string[] = [];
	readonly #file: number;

	constructor(file: number, cwd: string) {
		this.#file = file;
		this.#lines.push(
			JSON.stringify({ type: "session", version: 3, id: `s${file}`, timestamp: new Date(0).toISOString(), cwd }),
		);
	}

	add(at: number, fields: Fields): void {
		const id = (this.#file * 1_000_000 + this.#lines.length).toString(16).padStart(8, "0");
		this.#lines.push(JSON.stringify({ ...fields, id, parentId: null, timestamp: new Date(at).toISOString() }));
	}

	text(): string {
		return `${this.#lines.join("\n")}\n`;
	}
}
