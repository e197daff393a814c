import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { sessionFileName } from "@oh-my-pi/pi-session/storage/file-name";
import type { Bench, Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const sessions = 2000;

/** All sessions of a folder, as a picker shows them. */
export const sessionList: Benchmark = {
	name: "session-list",
	async run(bench) {
		const directory = join(bench.scratch, "many-sessions");
		await makeSessions(bench, directory);
		const host = {
			cwd: bench.cwd,
			home: bench.scratch,
			env: bench.env,
			now: Date.now,
			newId: () => Bun.randomUUIDv7(),
		};
		const spans: number[] = [];
		for (let round = 0; round < 5; round++) {
			const environment = fileEnvironment(host, bench.scratch, { sessionDir: directory });
			const startedAt = performance.now();
			const found = new SessionListing(environment).list(bench.cwd).length;
			spans.push(performance.now() - startedAt);
			if (found !== sessions) throw new Error(`${found} sessions were found`);
		}
		return [{ name: "listing 2,000 sessions", value: median(spans), unit: "ms", limit: 150 }];
	},
};

async function makeSessions(bench: Bench, directory: string): Promise<void> {
	await mkdir(directory, { recursive: true });
	for (let index = 0; index < sessions; index++) {
		const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
		const id = Bun.randomUUIDv7();
		const header = { type: "session", version: 3, id, timestamp, cwd: bench.cwd };
		const entries = Array.from({ length: 40 }, (_, at) => ({
			type: "message",
			id: at.toString(16).padStart(8, "0"),
			parentId: at === 0 ? null : (at - 1).toString(16).padStart(8, "0"),
			timestamp,
			message: { role: at % 2 === 0 ? "user" : "assistant", content: [{ type: "text", text: "words ".repeat(200) }] },
		}));
		const lines = [header, ...entries].map((line) => JSON.stringify(line));
		await Bun.write(join(directory, sessionFileName(timestamp, id)), `${lines.join("\n")}\n`);
	}
}
