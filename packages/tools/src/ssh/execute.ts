import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type BashDetails, bashResult } from "../bash/result.ts";
import { deadline, timeLimit } from "../contract/time-limit.ts";
import { coalesce } from "../output/stream/coalesce.ts";
import { OutputSink } from "../output/stream/output-sink.ts";
import { describeFacts } from "../ssh-connections/host-facts.ts";
import type { RemoteRun } from "../ssh-connections/ssh-connections.ts";
import { targetNamed } from "../ssh-connections/ssh-target.ts";
import type { SshDeps, SshParams } from "./ssh.ts";

const updateIntervalMs = 100;
const range = { default: 60, min: 1, max: 3600 };

/** Runs a command on a host, with the same limits and the same result as `bash`. */
export async function executeSsh(
	params: SshParams,
	call: ToolCallContext<BashDetails>,
	{ ssh, output, now, maxTimeoutSeconds }: SshDeps,
): Promise<ToolOutput<BashDetails>> {
	const target = targetNamed(params.host, ssh.hosts());
	const limit = timeLimit(params.timeout, { ...range, cap: maxTimeoutSeconds }, { zeroIsNone: false });
	const connections = await ssh.load();
	using time = deadline(limit.seconds, call.signal);
	using sink = new OutputSink({
		toolName: "ssh",
		limits: output.limits,
		...(output.artifacts && { artifacts: output.artifacts }),
	});
	using updates = coalesce(() => call.onProgress({ content: sink.dump().text, details: {} }), updateIntervalMs);
	const startedAt = now();
	const onData = (bytes: Uint8Array) => {
		sink.push(bytes);
		updates.request();
	};
	let run: RemoteRun = { exitCode: null, isLost: false };
	let hasConnected = false;
	const notices: string[] = [];
	try {
		const isFirst = !connections.knows(target);
		const facts = await connections.facts(target, time.signal);
		hasConnected = true;
		if (isFirst && ssh.knownFacts(target) !== describeFacts(facts))
			notices.push(`${target.name}: ${describeFacts(facts)}`);
		run = await connections.run(target, { ...params, signal: time.signal, onData });
	} catch (error) {
		// A stopped call has a result of its own.
		if (!time.signal.aborted || error instanceof ToolError) throw error;
		if (time.isOver && !hasConnected) {
			throw new ToolError(`Cannot connect to ${target.name}: no answer within ${limit.seconds} seconds`);
		}
	}
	sink.end();
	if (run.isLost) notices.push(`The connection to ${target.name} was lost. The command may still run there.`);
	const result = {
		exitCode: run.exitCode,
		output: sink.dump(),
		wallTimeMs: now() - startedAt,
		timedOut: time.isOver,
		aborted: call.signal.aborted,
	};
	return bashResult(result, { limit, filter: {}, notices });
}
