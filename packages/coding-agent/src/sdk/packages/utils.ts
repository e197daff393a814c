import { createLogger } from "../../features/extensions/api/extension-api.ts";
import type { Logger } from "../../features/extensions/api/types.ts";
import { processHost } from "../../process/process-host.ts";

/** What extensions import from `@oh-my-pi/pi-utils`. */
export { formatBytes } from "@oh-my-pi/pi-tools/output/format-bytes";
export { isAbort, sleep } from "@oh-my-pi/pi-utils/abort";
export { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
export { errorMessage } from "@oh-my-pi/pi-utils/error-message";
export { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
export { isRecord } from "@oh-my-pi/pi-utils/is-record";
export { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
export { getAgentDir, parseFrontmatter } from "./coding-agent/helpers.ts";
export { getInstallId } from "./install-id.ts";

/** The variables of the process. */
export const $env: Readonly<Record<string, string | undefined>> = processHost().env;

/** The folder in which omp was started. */
export function getProjectDir(): string {
	return processHost().cwd;
}

export function isEnoent(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The same as `pi.logger`. */
export const logger: Logger = createLogger("pi-utils");

const epochMs = Date.UTC(2024, 0, 1);
const counter = { ms: 0, count: 0 };

/** Ids that sort by the time at which they were made. */
export const Snowflake = {
	/** 16 hexadecimal digits. */
	next(nowMs: number = processHost().now()): string {
		counter.count = nowMs === counter.ms ? counter.count + 1 : 0;
		counter.ms = nowMs;
		return ((BigInt(nowMs - epochMs) << 22n) | BigInt(counter.count)).toString(16).padStart(16, "0");
	},
	getTimestamp: (id: string): number => Number(BigInt(`0x${id}`) >> 22n) + epochMs,
	isValid: (id: string): boolean => /^[0-9a-f]{16}$/.test(id),
};

/** The lines of a stream of bytes, without their ends. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const bytes of stream) {
		const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
		rest = lines.pop() ?? "";
		yield* lines;
	}
	if (rest !== "") yield rest;
}

/** The values of a stream of JSON lines; lines that are no JSON are left out. */
export async function* readJsonl<Value = unknown>(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Value> {
	for await (const line of readLines(stream)) {
		try {
			yield JSON.parse(line) as Value;
		} catch {
			// Not ours.
		}
	}
}
