import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { isRead } from "@oh-my-pi/pi-tools/read/contract/details";
import type { Block, ReadsBlock, ToolBlock } from "./block.ts";

/** The blocks that may still change, and those that just became final, in order. */
export type LiveBlocks = readonly Block[];

/** Adds a block that is seen: what waited for a successor of its own kind is final now. */
export function append(blocks: LiveBlocks, ...added: readonly Block[]): LiveBlocks {
	return [...closed(blocks), ...added];
}

/** Something else follows: neither a read nor a status line can join those that were last any more. */
export function closed(blocks: LiveBlocks): LiveBlocks {
	return blocks.map((block) => {
		if (block.kind === "status" && !block.settled) return { ...block, settled: true };
		return block.kind === "reads" && block.isOpen ? withSettling({ ...block, isOpen: false }) : block;
	});
}

/** Something waits for a successor of its own kind. */
export function hasOpenEnd(blocks: LiveBlocks): boolean {
	return blocks.some(
		(block) => (block.kind === "status" && !block.settled) || (block.kind === "reads" && block.isOpen),
	);
}

/** A line takes the place of the last one if that is still the last thing said. */
export function withStatus(blocks: LiveBlocks, text: string, newId: () => string): LiveBlocks {
	const index = blocks.findLastIndex((block) => block.kind === "status" && !block.settled);
	const block = blocks[index];
	if (block?.kind === "status" && index === blocks.length - 1) return blocks.with(index, { ...block, text });
	return append(blocks, { kind: "status", id: newId(), text, settled: false });
}

/** A call is shown while it is written. Its arguments are another object only when there is more to see of them. */
export function withCallSoFar(blocks: LiveBlocks, event: AssistantMessageEvent): LiveBlocks {
	if (event.type !== "toolcall_start" && event.type !== "toolcall_delta") return blocks;
	const call = event.partial.content[event.contentIndex];
	if (call?.type !== "toolCall" || call.id === "") return blocks;
	const { id, name: tool, arguments: args } = call;
	const known = findCall(blocks, id);
	if (known && (known.args === args || !known.streaming)) return blocks;
	if (known) return changeCall(blocks, id, { args });
	return withCall(blocks, { kind: "tool", id, tool, args, streaming: true, state: "running", settled: false });
}

/** A read joins the reads before it; everything else stands alone, where it was already shown while it was written. */
export function withCall(blocks: LiveBlocks, call: ToolBlock): LiveBlocks {
	if (findCall(blocks, call.id)) return changeCall(blocks, call.id, { ...call, streaming: false });
	if (!isRead(call.tool)) return append(blocks, call);
	const index = blocks.findLastIndex((block) => block.kind === "reads" && block.isOpen);
	const group = blocks[index];
	if (group?.kind === "reads") return blocks.with(index, { ...group, calls: [...group.calls, call] });
	return append(blocks, { kind: "reads", id: `reads:${call.id}`, calls: [call], isOpen: true, settled: false });
}

export function changeCall(blocks: LiveBlocks, id: string, change: Partial<ToolBlock>): LiveBlocks {
	const index = blocks.findLastIndex(
		(block) => block.id === id || (block.kind === "reads" && block.calls.some((call) => call.id === id)),
	);
	const block = blocks[index];
	if (block?.kind === "tool") return blocks.with(index, { ...block, ...change });
	if (block?.kind !== "reads") return blocks;
	const calls = block.calls.map((call) => (call.id === id ? { ...call, ...change } : call));
	return blocks.with(index, withSettling({ ...block, calls }));
}

function findCall(blocks: LiveBlocks, id: string): ToolBlock | undefined {
	for (const block of blocks.toReversed()) {
		if (block.kind === "tool" && block.id === id) return block;
		const read = block.kind === "reads" ? block.calls.find((call) => call.id === id) : undefined;
		if (read) return read;
	}
	return undefined;
}

function withSettling(group: ReadsBlock): ReadsBlock {
	return { ...group, settled: !group.isOpen && group.calls.every(({ settled }) => settled) };
}
