const turnsPerCompaction = 60;
const timestamp = new Date(Date.UTC(2026, 0, 1)).toISOString();
const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 1000, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 1010, cost: noCost };
const reply = { role: "assistant", api: "anthropic-messages", provider: "scripted", model: "claude", usage };

/** A session as months of work leave it, compacted now and then; gives the words it ends with. */
export async function writeLongSession(file: string, options: { cwd: string; megabytes: number }): Promise<string> {
	const sink = Bun.file(file).writer();
	let written = 0;
	let count = 0;
	let parentId: string | null = null;
	const write = (line: object) => {
		const text = `${JSON.stringify(line)}\n`;
		written += text.length;
		sink.write(text);
	};
	const append = (type: string, fields: object) => {
		const id = idOf(count++);
		write({ type, id, parentId, timestamp, ...fields });
		parentId = id;
	};
	/** Custom entries have what all entries have at their end. */
	const begin = (turn: number) => {
		const id = idOf(count++);
		const data = { toolCallId: `call_${turn}`, toolName: "bash", args: { command: "make test" }, startedAt: timestamp };
		write({ type: "custom", customType: "tool_execution_start", data, id, parentId, timestamp });
		parentId = id;
	};
	write({ type: "session", version: 3, id: Bun.randomUUIDv7(), timestamp, cwd: options.cwd });
	let turn = 0;
	for (; written < options.megabytes * 2 ** 20; turn++) {
		const [question, call, ...rest] = makeMessages(turn);
		for (const message of [question, call]) append("message", { message });
		begin(turn);
		for (const message of rest) append("message", { message });
		if (turn % turnsPerCompaction === turnsPerCompaction - 1) append("compaction", compaction(idOf(count - 8)));
		await sink.flush();
	}
	await sink.end();
	return lastWords(turn - 1);
}

function idOf(place: number): string {
	return place.toString(16).padStart(8, "0");
}

function lastWords(turn: number): string {
	return `That was number ${turn}.`;
}

function makeMessages(turn: number): object[] {
	const toolCallId = `call_${turn}`;
	const call = { type: "toolCall", id: toolCallId, name: "bash", arguments: { command: "make test" } };
	const said = { type: "text", text: `${"Some words on it. ".repeat(20)}${lastWords(turn)}` };
	const output = { type: "text", text: "A line that a test has printed\n".repeat(300) };
	return [
		{ role: "user", content: [{ type: "text", text: `Now do number ${turn}` }], timestamp: 1 },
		{ ...reply, content: [call], stopReason: "toolUse", timestamp: 2 },
		{ role: "toolResult", toolCallId, toolName: "bash", content: [output], isError: false, timestamp: 3 },
		{ ...reply, content: [said], stopReason: "stop", timestamp: 4 },
	];
}

function compaction(firstKeptEntryId: string): object {
	const details = { readFiles: [], modifiedFiles: [] };
	return {
		summary: "Work goes on. ".repeat(80),
		shortSummary: "It goes on.",
		firstKeptEntryId,
		tokensBefore: 1,
		details,
	};
}
