import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import type { MemoryEdit, MemoryEditOutcome } from "@oh-my-pi/pi-tools/services/memory-service";
import type { MemoryBackend, MemoryQuery, OpenBackend, StoredBy, TranscriptPart } from "../contract/memory-backend.ts";

/** A backend that keeps its memories in a list, and notes what it was asked. */
export class FakeBackend implements MemoryBackend {
	readonly kind = "mnemopi";
	readonly memories: Memory[] = [];
	readonly recalls: string[] = [];
	readonly runs: Array<{ readonly transcript: readonly TranscriptPart[]; readonly by: StoredBy }> = [];
	isDisposed = false;
	/** Stays pending at the end. */
	hangs = false;

	/** Where it was opened. */
	readonly folders: string[] = [];

	readonly open: OpenBackend = async ({ cwd }) => {
		this.folders.push(cwd);
		return this;
	};

	add(content: string, by: Partial<StoredBy> = {}): Memory {
		const at = Date.UTC(2026, 0, this.memories.length + 1);
		const memory: Memory = {
			id: `m${this.memories.length + 1}`,
			content,
			store: "working",
			source: "coding-agent-retain",
			type: "fact",
			veracity: "tool",
			importance: 0.75,
			createdAt: at,
			updatedAt: at,
			...by,
			origin: by.origin ?? { kind: "agent" },
		};
		this.memories.push(memory);
		return memory;
	}

	async recallForPrompt(): Promise<string | undefined> {
		this.recalls.push(`prompt ${this.recalls.length + 1}`);
		const lines = this.memories.map(({ id, content, origin }) => {
			const outside = origin.kind === "outside" ? ` [outside: ${(origin.places ?? []).join(", ")}]` : "";
			return `- ${JSON.stringify(content)} (id: ${id})${outside}`;
		});
		return lines.length === 0 ? undefined : `<memories>\n${lines.join("\n")}\n</memories>`;
	}

	async contextForCompaction(): Promise<string | undefined> {
		return "Memories: the release is on Friday";
	}

	afterRun(transcript: readonly TranscriptPart[], by: StoredBy): void {
		this.runs.push({ transcript, by });
	}

	async recall(query: string) {
		const found = this.memories.filter(({ content }) => content.includes(query));
		return found.map(({ id, content, origin }) => ({
			id,
			text: `${content} (id: ${id})`,
			...(origin.places && { outside: origin.places }),
		}));
	}

	async retain(items: ReadonlyArray<{ readonly content: string }>, by: StoredBy) {
		for (const { content } of items) this.add(content, by);
		return { stored: items.length, isQueued: false };
	}

	async reflect(query: string) {
		const found = await this.recall(query);
		return found.length === 0 ? undefined : `Based on recalled memories:\n${found.map(({ text }) => text).join("\n")}`;
	}

	async edit({ op, id, ...change }: MemoryEdit): Promise<MemoryEditOutcome> {
		const index = this.memories.findIndex((memory) => memory.id === id);
		const memory = this.memories[index];
		if (!memory) return { status: "not-found" };
		const place = { bank: "fake", store: memory.store };
		if (memory.store === "fact") return { status: "read-only", ...place };
		if (op === "forget") {
			this.memories.splice(index, 1);
			return { status: "deleted", ...place };
		}
		this.memories[index] = op === "update" ? { ...memory, ...change } : { ...memory, invalidatedAt: 1 };
		return { status: op === "update" ? "updated" : "invalidated", ...place };
	}

	async readUrl(path: string) {
		return path === "root" ? "everything" : this.memories.find(({ id }) => id === path)?.content;
	}

	async urlPaths() {
		return ["root", ...this.memories.map(({ id }) => id)];
	}

	readonly maintenance = {
		view: async () => (await this.recallForPrompt()) ?? "",
		stats: async () => [["Memories", String(this.memories.length)]] as const,
		diagnose: async () => [
			{ ok: true, text: "the list is there" },
			{ ok: this.memories.length < 5, text: "the list is short" },
		],
		clearText: "all memories of the list",
		clear: async () => `Deleted ${this.memories.splice(0).length} memories.`,
		enqueue: async () => "Nothing was waiting.",
		list: async ({ limit = 50 }: MemoryQuery) => this.memories.slice(0, limit),
		search: async (text: string) => this.memories.filter(({ content }) => content.includes(text)),
		find: async (id: string) => this.memories.find((memory) => memory.id === id),
		edit: (edit: MemoryEdit) => this.edit(edit),
		exportAll: () => readAll(this.memories),
		importAll: async (memories: AsyncIterable<Memory>) => {
			let added = 0;
			let skipped = 0;
			for await (const memory of memories) {
				const isKnown = this.memories.some(({ id }) => id === memory.id);
				if (isKnown) skipped++;
				else {
					added++;
					this.memories.push(memory);
				}
			}
			return { added, skipped };
		},
	};

	async [Symbol.asyncDispose]() {
		if (this.hangs) await new Promise(() => {});
		this.isDisposed = true;
	}
}

async function* readAll(memories: readonly Memory[]): AsyncGenerator<Memory> {
	yield* memories;
}
