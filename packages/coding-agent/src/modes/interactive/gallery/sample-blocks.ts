import { isRead } from "@oh-my-pi/pi-tools/read/contract/details";
import type { NamedSample } from "@oh-my-pi/pi-tools/samples";
import type { SampleOutput } from "@oh-my-pi/pi-tools/view/tool-sample";
import type { Block, ToolBlock } from "../transcript/reduce/block.ts";

export const sampleStates = ["streaming", "running", "done", "failed"] as const;
export type SampleState = (typeof sampleStates)[number];

/** A sample in one of its states, as the transcript would have it. */
export function sampleBlock(sample: NamedSample, state: SampleState): Block {
	const { tool, args, streaming, running } = sample;
	const base = { kind: "tool", id: `${tool} ${state}`, tool, settled: true } as const;
	const call: ToolBlock =
		state === "streaming"
			? { ...base, args: streaming ?? args, streaming: true, state: "running" }
			: state === "running"
				? { ...base, args, state, ...(running && { output: resultOf(running) }) }
				: { ...base, args, state, output: resultOf(sample[state]) };
	return isRead(tool) ? { kind: "reads", id: base.id, calls: [call], isOpen: false, settled: true } : call;
}

function resultOf({ text, details }: SampleOutput) {
	return { content: [{ type: "text" as const, text }], details };
}
