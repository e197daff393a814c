import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { type DebugCall, requestsOf, required, shownPath } from "../contract/call.ts";
import type { ActionResult } from "../contract/details.ts";
import { limitRows, maxRows } from "../report/format.ts";

const maxReadBytes = 64 * 1024;
const bytesPerRow = 16;

export async function disassemble(call: DebugCall): Promise<ActionResult> {
	const { params, debugger: target, cwd } = call;
	const count = Number(required(call, "instruction_count"));
	const session = target.requireActive();
	const memoryReference = params.memory_reference ?? session.current.instructionPointer;
	const requests = requestsOf(call, session);
	if (memoryReference === undefined) throw new ToolError("memory_reference is required for disassemble");
	const list = await requests.disassemble({
		memoryReference,
		offset: params.offset,
		instructionOffset: params.instruction_offset,
		instructionCount: Math.min(Math.max(1, Math.trunc(count)), maxRows),
		resolveSymbols: params.resolve_symbols,
	});
	const rows = list.map(({ address, instruction, symbol, path, line }) => {
		const place = path === undefined || line === undefined ? "" : `  ; ${shownPath(path, cwd)}:${line}`;
		return oneLine(`${address}  ${instruction}${symbol === undefined ? "" : `  <${symbol}>`}${place}`);
	});
	if (rows.length === 0) return { lines: ["There are no instructions."], details: { disassembly: [] }, useless: true };
	return { lines: limitRows(rows), details: { disassembly: list } };
}

export async function readMemory(call: DebugCall): Promise<ActionResult> {
	const memoryReference = String(required(call, "memory_reference"));
	const count = Math.min(Math.max(1, Math.trunc(Number(required(call, "count")))), maxReadBytes);
	const { address, data, unreadableBytes } = await requestsOf(call).readMemory({
		memoryReference,
		offset: call.params.offset,
		count,
	});
	const bytes = Buffer.from(data, "base64").subarray(0, count);
	const unreadable = !unreadableBytes ? [] : [`${unreadableBytes} bytes cannot be read`];
	return {
		lines: [`${bytes.length} bytes at ${oneLine(address)}`, ...limitRows(hexRows(bytes)), ...unreadable],
		details: {
			memoryAddress: address,
			memoryData: bytes.toString("base64"),
			...(unreadableBytes !== undefined && { unreadableBytes }),
		},
	};
}

export async function writeMemory(call: DebugCall): Promise<ActionResult> {
	const memoryReference = String(required(call, "memory_reference"));
	const data = String(required(call, "data"));
	if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)) {
		throw new ToolError("data must be base64");
	}
	const { offset, allow_partial: allowPartial } = call.params;
	const bytes = Buffer.from(data, "base64").length;
	const written = await requestsOf(call).writeMemory({ memoryReference, offset, data, allowPartial });
	return {
		lines: [`Wrote ${written ?? bytes} of ${bytes} bytes at ${oneLine(memoryReference)}.`],
		details: { bytesWritten: written ?? bytes },
	};
}

/** `0010  48 65 6c 6c 6f  Hello` */
function hexRows(bytes: Buffer): string[] {
	const rows: string[] = [];
	for (let start = 0; start < bytes.length; start += bytesPerRow) {
		const part = bytes.subarray(start, start + bytesPerRow);
		const hex = Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
		const text = Array.from(part, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
		rows.push(`${start.toString(16).padStart(4, "0")}  ${hex.padEnd(bytesPerRow * 3 - 1)}  ${text}`);
	}
	return rows;
}
