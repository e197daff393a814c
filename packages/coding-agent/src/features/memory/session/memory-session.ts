import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { MemoryService } from "@oh-my-pi/pi-tools/services/memory-service";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { OutsideTracking } from "../../../conversation/provenance/outside-tracking.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Contribution, ConversationContext } from "../../../workbench/running-feature.ts";
import { lazyScheme } from "../../../workbench/urls/lazy-scheme.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { backendNames } from "../backends/backends.ts";
import type { BackendKind, MemoryBackend, StoredBy } from "../contract/memory-backend.ts";
import type { RunningMemory } from "../contract/memory-key.ts";
import { projectLabel } from "../contract/project-label.ts";
import guidanceText from "../prompts/guidance.md" with { type: "text" };
import type { MemoryModel } from "./memory-model.ts";
import { recallHook } from "./recall-hook.ts";

/** What may be waited for at exit. */
const flushMs = 1500;

interface MemorySessionParts {
	readonly workbench: Workbench;
	readonly kind: BackendKind;
	readonly model: MemoryModel;
	/** For what happens before the session is open. */
	readonly notify: (text: string) => void;
	readonly open: (cwd: string) => Promise<MemoryBackend>;
	readonly flushMs?: number;
}

type Ability = "recall" | "retain" | "reflect" | "edit";

/** Known before it is started, so that one that is started later has its tools. All of them learn. */
const abilities: Readonly<Record<BackendKind, readonly Ability[]>> = {
	local: [],
	hindsight: ["recall", "retain", "reflect"],
	mnemopi: ["recall", "retain", "reflect", "edit"],
};

const hasUrls = (kind: BackendKind) => kind !== "hindsight";

/** The memory of a session; its sub-agents share it. */
export class MemorySession implements RunningMemory {
	backend: MemoryBackend | undefined;
	problem: string | undefined;
	readonly #parts: MemorySessionParts;
	#guidance: string | undefined;
	#cwd: string | undefined;
	/** What was last said about a failure. */
	#lastWarning: string | undefined;
	#main: Conversation | undefined;
	readonly #tracking: OutsideTracking;

	constructor(parts: MemorySessionParts) {
		this.#parts = parts;
		this.#tracking = new OutsideTracking("memory-origins", (name) =>
			parts.workbench.tools.find((tool) => tool.name === name || tool.aliases?.includes(name)),
		);
	}

	get kind(): BackendKind {
		return this.#parts.kind;
	}

	/** Opens the memory of a folder. One that cannot be opened costs a line, and the session goes on without. */
	async openAt(cwd: string): Promise<void> {
		const hadProblem = this.problem !== undefined;
		this.#cwd = cwd;
		try {
			const backend = await this.#parts.open(cwd);
			const general = renderPrompt(guidanceText);
			const own = (await backend.systemPrompt?.())?.trim();
			this.backend = backend;
			this.problem = undefined;
			this.#guidance = own ? `${general}\n\n${own}` : general;
			if (hadProblem) this.warn(`${backendNames[this.kind]} works again.`);
			this.#lastWarning = undefined;
		} catch (error) {
			const name = backendNames[this.kind];
			this.backend = undefined;
			this.problem = `${name} backend is not initialised for this session.`;
			const line = `${name} could not be started, so this session has no memory: ${errorMessage(error)}`;
			if (line !== this.#lastWarning) this.warn(line);
			this.#lastWarning = line;
		}
	}

	/** The session has moved to another folder: what it stores from now on belongs there. One that could not be started gets another try. */
	async #follow(cwd: string): Promise<void> {
		if (cwd === this.#cwd && this.backend) return;
		const before = this.backend;
		await this.openAt(cwd);
		this.#announce();
		if (before) void ignoreFailure(() => before[Symbol.asyncDispose](), "what was stored is on disk");
	}

	/** One line for the user. */
	warn(text: string): void {
		if (this.#main) this.#main.notify("warning", text, "memory");
		else this.#parts.notify(text);
	}

	join(context: ConversationContext): Contribution {
		const { conversation, top, folder, subagent } = context;
		const isMain = conversation === top && !subagent;
		const { tracker, findTool, hook } = this.#tracking.join(context);
		const storedBy = (otherwise: "user" | "agent"): StoredBy => ({
			sessionId: top.log.id,
			cwd: folder.path,
			project: projectLabel(folder.path),
			agent: isMain ? "main" : conversation.id,
			origin: tracker.origin(otherwise),
		});
		const services = { memory: this.#service(storedBy) };
		const hooks = [hook];
		const follow = async () => {
			await this.#follow(folder.path);
			return this.backend;
		};
		return {
			services,
			hooks: isMain
				? [...hooks, recallHook({ backend: () => this.backend, follow, conversation, storedBy, tracker, findTool })]
				: hooks,
			guidance: () => this.#guidance,
			...(hasUrls(this.kind) && {
				urls: [
					lazyScheme("memory", async () =>
						(await import("./memory-url.ts")).memoryScheme(() => this.#requireBackend()),
					),
				],
			}),
		};
	}

	memoryFor(conversation: Conversation, source: string): MemoryService | undefined {
		const { cwd } = conversation.log.header;
		return (
			this.backend &&
			this.#service(() => ({
				sessionId: conversation.log.id,
				cwd,
				project: projectLabel(cwd),
				agent: source,
				origin: { kind: "outside", places: [source] },
			}))
		);
	}

	opened({ conversation }: OpenedConversation): void {
		this.#main = conversation;
		this.#parts.model.conversation = conversation;
		this.#announce();
	}

	#announce(): void {
		if (!this.#main) return;
		const { id, file } = this.#main.log;
		this.backend?.opened?.({ id, file });
	}

	/** Asked for each call: the session may have moved to another folder, or the backend may have been started meanwhile. */
	#requireBackend(): MemoryBackend {
		if (!this.backend) throw new ToolError(this.problem ?? "The memory is closed.");
		return this.backend;
	}

	#service(storedBy: (otherwise: "user" | "agent") => StoredBy): MemoryService {
		const session = this;
		const { kind } = this;
		const able = new Set(abilities[kind]);
		const now = () => this.#requireBackend();
		return {
			backend: kind,
			get problem() {
				return session.problem;
			},
			...(able.has("recall") && { recall: async (query, signal) => now().recall?.(query, signal) ?? [] }),
			...(able.has("retain") && {
				retain: async (items, signal) =>
					now().retain?.(items, storedBy("agent"), signal) ?? { stored: 0, isQueued: false },
			}),
			...(able.has("reflect") && { reflect: async (query, focus, signal) => now().reflect?.(query, focus, signal) }),
			...(able.has("edit") && {
				edit: async (change) => now().edit?.(change, storedBy("agent")) ?? { status: "not-found" },
			}),
			learn: async (lesson, signal) => now().learn?.(lesson, storedBy("agent"), signal) ?? "stored",
		};
	}

	/** Where nobody stays to read it later, a failure is said before omp ends. */
	async settled(): Promise<void> {
		const { backend } = this;
		if (backend?.flushed) await this.#inTime(() => backend.flushed?.());
	}

	/** What is under way gets a moment to be stored; omp ends in any case. */
	async [Symbol.asyncDispose](): Promise<void> {
		const { backend } = this;
		if (backend) await this.#inTime(() => backend[Symbol.asyncDispose]());
	}

	async #inTime(work: () => PromiseLike<void> | undefined): Promise<void> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, this.#parts.flushMs ?? flushMs);
		});
		await Promise.race([ignoreFailure(async () => work(), "omp ends; what was stored is on disk"), late]);
		clearTimeout(timer);
	}
}
