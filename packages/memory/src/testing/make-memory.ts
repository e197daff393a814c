import { join } from "node:path";
import type { BankOptions } from "../bank/bank-store.ts";
import { MemoryBank } from "../bank/memory-bank.ts";
import type { Memory, NewMemory } from "../contract/memory.ts";

/** A new memory as the tool retain makes it. */
export function newMemory(content: string, more: Partial<NewMemory> = {}): NewMemory {
	return {
		...{ content, source: "coding-agent-retain", type: "fact", veracity: "tool", importance: 0.75 },
		...{ origin: { kind: "agent" }, project: "acme", agent: "main", ...more },
	};
}

/** A stored memory with everything that one can have. */
export function storedMemory(content: string, more: Partial<Memory> = {}): Memory {
	return {
		...newMemory(content),
		id: `id-${content.length}`,
		store: "working",
		createdAt: 1000,
		updatedAt: 2000,
		...more,
	};
}

/** A bank in a folder, whose clock goes on by a second with every look. */
export function bankIn(folder: string, options: Partial<BankOptions> = {}): MemoryBank {
	let now = Date.UTC(2026, 0, 1);
	return new MemoryBank({
		name: "acme",
		path: join(folder, "acme.db"),
		now: () => (now += 1000),
		newId: () => crypto.randomUUID(),
		...options,
	});
}
