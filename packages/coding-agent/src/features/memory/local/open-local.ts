import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type {
	BackendPlace,
	MemoryBackend,
	MemoryMaintenance,
	OpenBackend,
	OpenedSession,
} from "../contract/memory-backend.ts";
import { localMemorySettings } from "../settings/local.ts";
import { dateText } from "../shown/memory-text.ts";
import { addLesson, parseLessons } from "./files/lessons.ts";
import { MemoryFolder } from "./files/memory-folder.ts";
import { takeOldFolder } from "./files/take-old-folder.ts";
import { localGuidance } from "./guidance.ts";
import { JobStore } from "./jobs/job-store.ts";
import { lessonMemories } from "./lesson-memories.ts";
import { consolidate, runStages } from "./stages/run-stages.ts";

/** Memory in files of the agent folder, made from past sessions in the background. */
export const openLocal: OpenBackend = async (place) => {
	const folder = new MemoryFolder(place.host, place.agentDir, place.cwd);
	takeOldFolder(folder, place);
	return new LocalMemory(place, folder);
};

class LocalMemory implements MemoryBackend {
	readonly kind = "local";
	readonly maintenance: MemoryMaintenance;
	readonly #place: BackendPlace;
	readonly #folder: MemoryFolder;
	readonly #redact: (text: string) => string;
	readonly #stop = new AbortController();
	#store: JobStore | undefined;
	#guidance: { readonly text: string | undefined } | undefined;
	#work: Promise<void> = Promise.resolve();
	#session: OpenedSession | undefined;

	constructor(place: BackendPlace, folder: MemoryFolder) {
		this.#place = place;
		this.#folder = folder;
		this.#redact = place.redact ?? tokenRedactor(place.host.env);
		this.maintenance = this.#maintain();
	}

	async systemPrompt(): Promise<string | undefined> {
		this.#guidance ??= { text: this.#makeGuidance() };
		return this.#guidance.text;
	}

	/** Extraction and consolidation start here, for a session that is kept on disk. */
	opened(session: OpenedSession): void {
		this.#session = session;
		if (session.file === undefined || this.#place.ask === undefined) return;
		this.#work = this.#work.then(() => this.#runStages());
	}

	async #runStages(): Promise<void> {
		const { ask, warn } = this.#place;
		if (!ask || this.#stop.signal.aborted) return;
		try {
			await runStages(this.#ports(ask));
		} catch (error) {
			if (this.#stop.signal.aborted) return;
			warn(`Memory: past sessions could not be processed: ${errorMessage(error)}`);
		}
	}

	learn: NonNullable<MemoryBackend["learn"]> = async ({ content, context }, { origin }) => {
		this.#jobs().exclusively(() => {
			const lesson = {
				content: this.#redact(content),
				...(context && { context: this.#redact(context) }),
				origin,
				at: this.#place.host.now(),
			};
			this.#folder.write("learned.md", addLesson(this.#folder.read("learned.md"), lesson));
		});
		return "stored";
	};

	async readUrl(path: string): Promise<string | undefined> {
		const [root, ...rest] = path.split("/");
		if (root !== "root") return undefined;
		const name = rest.join("/");
		if (name === "" || name === "memory_summary.md") return this.#folder.read("memory_summary.md") || undefined;
		if (name === "MEMORY.md" || name === "learned.md") return this.#folder.read(name) || undefined;
		const skill = /^skills\/([^/]+)\/SKILL\.md$/.exec(name)?.[1];
		return skill === undefined ? undefined : this.#folder.readSkill(skill);
	}

	async urlPaths(): Promise<readonly string[]> {
		const files = (["MEMORY.md", "learned.md"] as const).filter((name) => this.#folder.read(name) !== "");
		const summary = this.#folder.read("memory_summary.md") === "" ? [] : ["root"];
		const skills = this.#folder.skillNames().map((name) => `root/skills/${name}/SKILL.md`);
		return [...summary, ...files.map((name) => `root/${name}`), ...skills];
	}

	#maintain(): MemoryMaintenance {
		const { host } = this.#place;
		return {
			...lessonMemories({
				folder: this.#folder,
				exclusively: (work) => this.#jobs().exclusively(work),
				redact: this.#redact,
				now: host.now,
			}),
			clearText: `the memory of this project in ${this.#folder.path}: summary, lessons and derived skills`,
			view: async () => this.#makeGuidance() ?? "",
			stats: async () => this.#stats(),
			diagnose: async () => this.#diagnose(),
			clear: async () => this.#clear(),
			enqueue: async () => {
				this.#jobs().markDirty();
				return "The memory of this project is made anew at the next start.";
			},
			rebuild: async (signal) => {
				const { ask } = this.#place;
				if (!ask) return "Nothing was rebuilt: that takes a model. Use /memory rebuild in a session.";
				this.#jobs().markDirty();
				const isDone = await consolidate({ ...this.#ports(ask), signal });
				return isDone
					? "The summary was made anew; it is used from the next session on."
					: "The summary could not be made anew now: another omp is at it, or the model gave no usable answer.";
			},
		};
	}

	async #stats(): Promise<ReadonlyArray<readonly [string, string]>> {
		const folder = this.#folder;
		const counts = folder.exists ? this.#jobs().counts() : { threads: 0, extracted: 0, isDirty: false };
		const doneAt = "doneAt" in counts && counts.doneAt ? dateText(counts.doneAt, true) : "never";
		return [
			["Scope", `the working directory ${this.#place.cwd}`],
			["Folder", folder.path],
			["Sessions seen", String(counts.threads)],
			["Sessions extracted", String(counts.extracted)],
			["Consolidated", `${doneAt}${counts.isDirty ? " (due)" : ""}`],
			["Lessons", String(parseLessons(folder.read("learned.md")).length)],
			["Skills", String(folder.skillNames().length)],
		];
	}

	async #diagnose(): Promise<ReadonlyArray<{ readonly ok: boolean; readonly text: string }>> {
		if (!this.#folder.exists) return [{ ok: true, text: `${this.#folder.path} is made when something is stored` }];
		try {
			const state = this.#jobs().check();
			return [{ ok: state === "ok", text: `${this.#folder.database}: ${state}` }];
		} catch (error) {
			return [{ ok: false, text: errorMessage(error) }];
		}
	}

	async #clear(): Promise<string> {
		this.#store?.[Symbol.dispose]();
		this.#store = undefined;
		this.#folder.remove();
		return `Deleted ${this.#folder.path}. Sessions stay; they are processed again at the next start.`;
	}

	#makeGuidance(): string | undefined {
		const limit = this.#place.settings.get(localMemorySettings.summaryInjectionTokenLimit);
		return this.#folder.exists ? localGuidance(this.#folder, limit) : undefined;
	}

	#ports(ask: NonNullable<BackendPlace["ask"]>): Parameters<typeof runStages>[0] {
		return {
			place: this.#place,
			ask,
			store: this.#jobs(),
			folder: this.#folder,
			owner: this.#place.host.newId(),
			currentFile: this.#session?.file,
			findTool: (name) => builtInTools.find((tool) => tool.name === name || tool.aliases?.includes(name)),
			signal: this.#stop.signal,
		};
	}

	#jobs(): JobStore {
		if (!this.#store) {
			this.#folder.create();
			this.#store = new JobStore(this.#folder.database);
		}
		return this.#store;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#stop.abort(new Error("omp ends"));
		await ignoreFailure(this.#work, "jobs that were begun are done by the next session");
		try {
			this.#store?.[Symbol.dispose]();
		} catch (error) {
			logIgnored("the database is closed with the process", error);
		}
		this.#store = undefined;
	}
}
