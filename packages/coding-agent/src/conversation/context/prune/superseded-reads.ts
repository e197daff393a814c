import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { answeredCalls } from "../answered-calls.ts";
import { modifiedFiles, type ReadTarget, readTarget } from "../tool-files.ts";

/** A result that may be told in fewer words. */
export interface Shortening {
	readonly result: ToolResultMessage;
	readonly text: string;
}

/** Reads whose file was read again or changed later: what they show is there twice, or is no longer so. */
export function supersededReads(messages: readonly AgentMessage[]): Shortening[] {
	const rereads = new Set<string>();
	const changed = new Set<string>();
	const found: Shortening[] = [];
	for (const { call, result } of answeredCalls(messages).reverse()) {
		if (result.isError) continue;
		const target = readTarget(call);
		if (target) {
			const text = notice(target, rereads, changed);
			if (text) found.push({ result, text });
			rereads.add(keyOf(target));
		}
		for (const file of modifiedFiles(call)) changed.add(file);
	}
	return found.reverse();
}

function notice(target: ReadTarget, rereads: ReadonlySet<string>, changed: ReadonlySet<string>): string | undefined {
	const name = target.path + target.part;
	if (rereads.has(keyOf(target)) || rereads.has(keyOf({ path: target.path, part: "" }))) {
		return `[${name} was read again later; see there]`;
	}
	return changed.has(target.path) ? `[${name} was changed later; read it again if needed]` : undefined;
}

function keyOf({ path, part }: ReadTarget): string {
	return `${path}\n${part}`;
}
