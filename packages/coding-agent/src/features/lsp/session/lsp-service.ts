import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { BoxService } from "@oh-my-pi/pi-tools/box/box-service";
import type { WriteThrough } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import { lspSettings } from "@oh-my-pi/pi-tools/lsp/settings";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { hookOrder } from "../../../conversation/hooks/hook-order.ts";
import { taskSettings } from "../../../settings/sections/agent/task.ts";
import { realPath } from "../../../trust/project.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Contribution, ConversationContext } from "../../../workbench/running-feature.ts";
import type { WelcomeSection } from "../../../workbench/work-mode.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { FoundServers } from "../servers/find-servers.ts";
import { LateNotes } from "../write-through/late-notes.ts";
import { LanguageFolder, type OpenServers, type PoolOptions } from "./language-folder.ts";
import type { RunningLsp, ServerOverview } from "./lsp-key.ts";
import { statusWords, welcomeRow } from "./server-words.ts";

export interface LspParts {
	readonly workbench: Workbench;
	/** What really starts servers; loaded with the first one. */
	readonly open?: (options: PoolOptions) => Promise<OpenServers>;
	readonly find?: (folder: string, files: readonly string[]) => Promise<FoundServers>;
}

/** The language servers of a session and its sub-agents. Nothing is read before a file is written or somebody asks. */
export class LspService implements RunningLsp {
	readonly #parts: LspParts;
	readonly #folders = new Map<string, LanguageFolder>();
	/** Where the conversations are that use servers. */
	readonly #conversations = new Map<string, ConversationContext>();
	readonly #endWatch: () => void;

	constructor(parts: LspParts) {
		this.#parts = parts;
		const { settings } = parts.workbench;
		this.#endWatch = settings.watch([lspSettings.enabled], () => {
			if (!settings.get(lspSettings.enabled))
				void ignoreFailure(this.#closeAll(), "servers end with omp at the latest");
		});
	}

	join(context: ConversationContext): Contribution {
		const { settings } = this.#parts.workbench;
		if (context.subagent && !settings.get(taskSettings.enableLsp)) return {};
		const { id } = context.conversation;
		this.#conversations.set(id, context);
		const folder = () => this.#at(context.folder.path);
		const notes = new LateNotes();
		return {
			services: {
				languages: {
					isOfUse: () => this.#isOn && folder().isOfUse,
					hasServers: () => this.#isOn && folder().hasServers,
					load: (files) => folder().load(files),
					reload: () => folder().reload(),
					notes: () => folder().notes(),
				},
			},
			writeThrough: this.#writeThrough(context, folder, notes),
			hooks: [
				(live) => notes.hook(live),
				() => ({
					name: "language-servers",
					order: hookOrder.languageServers,
					beforeRequest: () => this.#look(folder()),
					dispose: () => {
						this.#conversations.delete(id);
						return this.#closeUnused();
					},
				}),
			],
		};
	}

	status({ folder }: OpenedConversation): string | undefined {
		return statusWords(this.#folders.get(folder.path)?.states ?? []);
	}

	/** Also shows the gate what of the project servers would run. */
	async welcome({ folder }: OpenedConversation): Promise<WelcomeSection | undefined> {
		if (!this.#isOn) return undefined;
		const languages = this.#at(folder.path);
		const { definitions } = await languages.find();
		if (definitions.length === 0) return undefined;
		return {
			title: "LSP Servers",
			rows: () => {
				const states = new Map(languages.states.map((state) => [state.name, state]));
				return (languages.known?.definitions ?? []).map(({ name }) => welcomeRow(name, states.get(name)));
			},
		};
	}

	/** With `lsp.lazy` off, servers are there when they are first needed. */
	atScreen({ folder }: OpenedConversation): void {
		const { settings } = this.#parts.workbench;
		if (!this.#isOn || settings.get(lspSettings.lazy)) return;
		void ignoreFailure(this.#warmUp(this.#at(folder.path)), "they are started when they are needed");
	}

	async trustChanged(): Promise<void> {
		await Promise.all([...this.#folders.values()].map((folder) => folder.refresh()));
	}

	async overview(path: string): Promise<ServerOverview> {
		const folder = this.#at(path);
		const { definitions, untrusted } = await folder.find();
		const states = new Map((folder.running?.states() ?? []).map((state) => [state.name, state]));
		const notStarted = (name: string): ServerState => ({ name, state: "not started", openFiles: 0, log: "" });
		return {
			states: definitions.map(({ name }) => states.get(name) ?? notStarted(name)),
			untrusted,
			notes: await folder.notes(),
		};
	}

	async restart(path: string, name?: string): Promise<readonly string[]> {
		const folder = this.#at(path);
		const servers = await folder.reload();
		const isMeant = (one: ServerState) => (name === undefined ? one.state !== "not started" : one.name === name);
		const names = servers
			.states()
			.filter(isMeant)
			.map((one) => one.name);
		const signal = AbortSignal.timeout(restartMs);
		await Promise.all(names.map((one) => servers.reload(one, { signal })));
		return names;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#endWatch();
		await this.#closeAll();
	}

	get #isOn(): boolean {
		return this.#parts.workbench.settings.get(lspSettings.enabled);
	}

	#at(path: string): LanguageFolder {
		const known = this.#folders.get(path);
		if (known) return known;
		void ignoreFailure(this.#closeUnused(), "servers end with omp at the latest");
		const { find = (folder, files) => this.#find(folder, files), open = (options) => this.#open(options) } =
			this.#parts;
		const created = new LanguageFolder(path, { find, open, warn: (text) => this.#warn(path, text) });
		this.#folders.set(path, created);
		return created;
	}

	/** Before the first request, so that the tool is offered where it is of use. */
	async #look(folder: LanguageFolder): Promise<void> {
		if (!this.#isOn || folder.known || !hasFiles(folder.path)) return;
		await ignoreFailure(folder.find(), "the tool is brought by prompts that are about it");
	}

	#writeThrough(context: ConversationContext, folder: () => LanguageFolder, notes: LateNotes): WriteThrough {
		let loading: Promise<WriteThrough> | undefined;
		const load = async () => {
			const { openWriteThrough } = await import("./open-write-through.ts");
			const warn = (text: string) => context.top.notify("warning", text, "lsp");
			return openWriteThrough({ context, folder, notes, home: this.#parts.workbench.host.home, warn });
		};
		const get = () => (loading ??= load());
		return {
			beforeWrite: async (file, options) =>
				this.#isOn ? ((await (await get()).beforeWrite?.(file, options)) ?? file.text) : file.text,
			diagnose: async (files, options) => (this.#isOn ? (await get()).diagnose?.(files, options) : undefined),
		};
	}

	async #warmUp(folder: LanguageFolder): Promise<void> {
		const servers = await folder.load();
		const signal = AbortSignal.timeout(warmUpMs);
		const servable = servers.definitions.filter(({ linterProgram }) => linterProgram === undefined);
		// Those of many projects would take much memory.
		const started = servable.length > maxWarmUp ? servable.filter(({ root }) => root === undefined) : servable;
		await Promise.all(
			started.map((definition) => ignoreFailure(servers.client(definition, { signal }), "the status line shows it")),
		);
	}

	async #find(folder: string, files: readonly string[]): Promise<FoundServers> {
		const [{ findServers }, { loadContext }] = await Promise.all([
			import("../servers/find-servers.ts"),
			import("../../../discovery/contract/load-context.ts"),
		]);
		const { host, agentDir, settings, gate, env } = this.#parts.workbench;
		const place = { cwd: folder, home: host.home, env: env.child, agentDir, gate: gate.at(folder) };
		return findServers(await loadContext(place), settings, files);
	}

	async #open(options: PoolOptions): Promise<OpenServers> {
		const [{ LanguageServerPool }, { version }] = await Promise.all([
			import("@oh-my-pi/pi-lsp/servers/language-server-pool"),
			import("../../../process/version.ts"),
		]);
		const { host, env, features } = this.#parts.workbench;
		const box = features.box?.serviceFor(() => options.root);
		return new LanguageServerPool({
			...options,
			env: { ...env.child, ...box?.serverVariables() },
			...(box && { inBox: () => box.enter(), refusal: (command) => hiddenProgram(command, box) }),
			now: host.now,
			clientInfo: { name: "omp", version },
		});
	}

	#warn(path: string, text: string): void {
		const context = [...this.#conversations.values()].find(({ folder }) => folder.path === path);
		context?.top.notify("warning", text, "lsp");
	}

	/** Servers of a folder that nobody works in any longer. */
	async #closeUnused(): Promise<void> {
		const used = new Set([...this.#conversations.values()].map(({ folder }) => folder.path));
		const unused = [...this.#folders.values()].filter(({ path }) => !used.has(path));
		for (const { path } of unused) this.#folders.delete(path);
		await Promise.all(unused.map((folder) => folder[Symbol.asyncDispose]()));
	}

	async #closeAll(): Promise<void> {
		const folders = [...this.#folders.values()];
		this.#folders.clear();
		await Promise.all(folders.map((folder) => folder[Symbol.asyncDispose]()));
	}
}

/** An empty folder, or one with hidden files alone, is no project. */
function hasFiles(folder: string): boolean {
	try {
		return readdirSync(folder).some((name) => !name.startsWith("."));
	} catch {
		return false;
	}
}

/** A program that the sandbox does not show, or the file that it is a link to. */
function hiddenProgram(command: string, box: Pick<BoxService, "hides">): string | undefined {
	for (const path of new Set([command, realPath(command)])) {
		const folder = box.hides(path);
		if (folder === undefined) continue;
		const [packages] = /^.*?\/node_modules(?=\/)/.exec(path) ?? [];
		return `the sandbox hides its program ${path}, as it has a ${folder} of its own. Install it elsewhere, or add "${packages ?? dirname(path)}" to the setting sandbox.visible, which counts from the next session`;
	}
	return undefined;
}

const restartMs = 10_000;
const warmUpMs = 60_000;
const maxWarmUp = 4;
