/**
 * Plays scripted sessions with the real product and records the events for front ends, for tests that replay them on a
 * screen: `bun scripts/record/record-sessions.ts`.
 */
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type RpcFrame, type RpcHost, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { repositoryRoot } from "../repository-root.ts";
import { sessions } from "./sessions.data.ts";

const folder = join(repositoryRoot, "packages/coding-agent/src/modes/interactive/transcript/draw/testing");
const SHOWN =
	/^(agent|turn|message|tool_execution|auto_retry|auto_compaction)_(start|update|end)$|^(notice|todo_reminder)$/;

for (const { name, replies, files, prompts } of sessions) {
	await using omp = await ompProject({ replies, files });
	await using host = rpcHost(omp);
	for (const [index, message] of prompts.entries()) await ask(host, index, message);
	const lines = host.frames.filter(({ type }) => SHOWN.test(type)).map(recordedLine);
	await Bun.write(join(folder, `${name}.jsonl`), `${withoutPlaces(lines.join("\n"), omp)}\n`);
}

async function ask(host: RpcHost, index: number, message: string): Promise<void> {
	const from = host.frames.length;
	await host.ask({ type: "prompt", id: `p${index}`, message });
	await host.frame({ type: "agent_end" }, { from });
}

/** Updates omit the message so far, otherwise a recording would grow quadratically. */
function recordedLine(frame: RpcFrame): string {
	if (frame.type !== "message_update") return JSON.stringify(frame);
	const { partial: _, ...assistantMessageEvent } = frame.assistantMessageEvent as { partial?: unknown };
	return JSON.stringify({ type: frame.type, assistantMessageEvent });
}

/** Removes paths and times of the recording. */
function withoutPlaces(text: string, omp: OmpProject): string {
	return text
		.replaceAll(omp.path, "/project")
		.replaceAll(omp.home.path, "/home/user")
		.replaceAll(/"timestamp":\d+/g, '"timestamp":0');
}
