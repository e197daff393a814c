import { statSync } from "node:fs";
import { join } from "node:path";
import { createAgentSession } from "@oh-my-pi/pi-coding-agent/sdk";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { createSession } from "@oh-my-pi/pi-session/operations/create-session";
import { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import type { Storage } from "@oh-my-pi/pi-session/storage/storage";
import { calls, says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { Benchmark } from "../benchmark.ts";

/** How much is written to keep a session, for each byte that is left of it. */
export const sessionBytes: Benchmark = {
	name: "session-bytes",
	async run(bench) {
		const host = {
			cwd: bench.cwd,
			home: bench.scratch,
			env: bench.env,
			now: Date.now,
			newId: () => Bun.randomUUIDv7(),
		};
		const counted = { bytes: 0 };
		const files = fileEnvironment(host, join(bench.scratch, "counted"), { sessionDir: join(bench.scratch, "counted") });
		const environment = { ...files, storage: counting(files.storage, counted) };
		const manager = new SessionManager(createSession(environment, { cwd: bench.cwd }));
		const look = calls({ name: "bash", arguments: { command: "echo looked" } });
		const answers = Array.from({ length: 100 }, () => [look, look, look, look, says("Done with this part.")]).flat();
		const { session } = await createAgentSession({
			cwd: bench.cwd,
			agentDir: join(bench.scratch, "counted-agent"),
			sessionManager: manager,
			model: scriptedModelRecord,
			streamFn: scriptedModel(answers).streamFn,
		});
		for (let count = 0; count < 100; count++) {
			await session.prompt(`part ${count}`);
			// As a session gets a title after its first prompt, and perhaps another name later.
			if (count === 0 || count === 50) await session.setSessionName(`Part ${count}`);
		}
		await session.dispose();
		const size = statSync(session.sessionFile ?? "").size;
		return [{ name: "bytes written for each byte of a session", value: counted.bytes / size, unit: "×", limit: 2 }];
	},
};

/** The same storage, with everything counted that it is given to write. */
function counting(storage: Storage, counted: { bytes: number }): Storage {
	const count = (bytes: Uint8Array) => {
		counted.bytes += bytes.length;
	};
	return new Proxy(storage, {
		get(target, name) {
			const value = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name === "openWriter")
				return (...args: Parameters<Storage["openWriter"]>) => tapped(target.openWriter(...args), count);
			if (name === "stage") return (path: string) => tapped(target.stage(path), count);
			if (name !== "writeText" && name !== "writeTextAtomic") return value.bind(target);
			return (path: string, text: string) => {
				count(Buffer.from(text));
				return target[name](path, text);
			};
		},
	});
}

function tapped<Writer extends { append(bytes: Uint8Array): void }>(
	writer: Writer,
	count: (bytes: Uint8Array) => void,
): Writer {
	return new Proxy(writer, {
		get(target, name) {
			const value = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			if (name !== "append" && name !== "overwrite") return value.bind(target);
			return (bytes: Uint8Array, ...rest: unknown[]) => {
				count(bytes);
				return value.call(target, bytes, ...rest);
			};
		},
	});
}
