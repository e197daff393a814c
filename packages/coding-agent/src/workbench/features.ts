import type { ToolSource } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import type { ChangeRecorder } from "@oh-my-pi/pi-tools/files/mutate/change-recorder";
import type { WriteThrough } from "@oh-my-pi/pi-tools/files/mutate/write-through";
import type { MemoryService } from "@oh-my-pi/pi-tools/services/memory-service";
import type { PendingAction } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import type { HookFactory } from "../conversation/kernel/conversation-options.ts";
import type { DiscoveryProvider } from "../discovery/contract/capability.ts";
import type { ServerPrompts } from "../file-commands/file-commands.ts";
import type { InventoryKind, InventoryPlace } from "../inventory/inventory-item.ts";
import type { SurveyedFolder } from "../survey/survey-project.ts";
import type { AgentHost } from "./contract/agent-host.ts";
import type { BoxHost } from "./contract/box-host.ts";
import type { ExtensionHost, ExtensionResources } from "./contract/extension-host.ts";
import type { FeatureDefinition, FeatureKey, FeatureStart } from "./feature-definition.ts";
import type { OpenedConversation } from "./opened-conversation.ts";
import type {
	Contribution,
	ConversationContext,
	CostRow,
	FolderToRead,
	RestorableFiles,
	RunningFeature,
	ServerInstructions,
} from "./running-feature.ts";
import type { ServerHost } from "./server-host.ts";
import type { ScreenAccess, ShownMode, WelcomeSection, WorkMode } from "./work-mode.ts";

/** The features of a session, in the order of the list. */
export class Features implements AsyncDisposable {
	/** All that there are, started or not. */
	readonly definitions: readonly FeatureDefinition[];
	readonly #running = new Map<string, RunningFeature>();

	constructor(definitions: readonly FeatureDefinition[] = []) {
		this.definitions = definitions;
	}

	/** Starts those that are wanted, side by side after those that are first: they find each other once all have started. Notices keep the order of the list. */
	async start(start: FeatureStart): Promise<void> {
		const wanted = this.definitions.filter((definition) => definition.isWanted?.(start) !== false);
		const startOne = async (definition: FeatureDefinition) => {
			const notices: string[] = [];
			const running = await definition.start?.({ ...start, notify: (text) => notices.push(text) });
			return { name: definition.name, running, notices };
		};
		const first = await Promise.all(wanted.filter(({ isFirst }) => isFirst).map(startOne));
		const started = [...first, ...(await Promise.all(wanted.filter(({ isFirst }) => !isFirst).map(startOne)))];
		for (const { name, running, notices } of started) {
			if (running) this.#running.set(name, running);
			for (const text of notices) start.notify(text);
		}
	}

	/** Where their files are looked for. */
	get discovery(): readonly DiscoveryProvider[] {
		return this.definitions.flatMap(({ discovery = [] }) => discovery);
	}

	async inventory(): Promise<readonly InventoryKind[]> {
		return (await Promise.all(this.definitions.map((definition) => definition.inventory?.()))).flatMap(
			(kinds) => kinds ?? [],
		);
	}

	async missingPrograms(place: InventoryPlace): Promise<readonly string[]> {
		return (await Promise.all(this.definitions.map((definition) => definition.missingPrograms?.(place)))).flatMap(
			(missing) => missing ?? [],
		);
	}

	async machineFacts(cacheFolder: string): Promise<Readonly<Record<string, string>>> {
		return Object.assign(
			{},
			...(await Promise.all(this.definitions.map((definition) => definition.machineFacts?.(cacheFolder)))),
		);
	}

	async survey(folder: SurveyedFolder): Promise<void> {
		await Promise.all(this.definitions.map((definition) => definition.survey?.(folder)));
	}

	/** Adds one that is already at work; takes the place of another of that name. */
	add<Running extends RunningFeature>({ name }: FeatureKey<Running>, running: Running): void {
		this.#running.set(name, running);
	}

	/** `undefined` while it is not wanted. */
	find<Running extends RunningFeature>({ name }: FeatureKey<Running>): Running | undefined {
		return this.#running.get(name) as Running | undefined;
	}

	get extensionHost(): ExtensionHost | undefined {
		return this.#first(({ extensionHost }) => extensionHost);
	}

	get agents(): AgentHost | undefined {
		return this.#first(({ agents }) => agents);
	}

	/** The box that programs run in. */
	get box(): BoxHost | undefined {
		return this.#first(({ boxHost }) => boxHost);
	}

	get servers(): ServerHost | undefined {
		return this.#first(({ servers }) => servers);
	}

	/** Memory across sessions, for somebody other than the model. */
	memoryFor(conversation: Conversation, source: string): MemoryService | undefined {
		return this.#first((feature) => feature.memoryFor?.(conversation, source));
	}

	/** Skills, prompts and themes beside those in files. */
	get resources(): ExtensionResources {
		return this.#first(({ resources }) => resources?.()) ?? noResources;
	}

	/** What all of them add to a conversation. */
	join(context: ConversationContext): Joined {
		return new Joined([...this.#running.values()].flatMap((feature) => feature.join?.(context) ?? []));
	}

	/** Gives warnings. */
	async readFolder(folder: FolderToRead): Promise<readonly string[]> {
		const all = [...this.#running.values()].map((feature) => feature.readFolder?.(folder));
		return (await Promise.all(all)).flatMap((warnings) => warnings ?? []);
	}

	async opened(session: OpenedConversation): Promise<void> {
		for (const feature of this.#running.values()) await feature.opened?.(session);
	}

	/** What the status line says for them. */
	statuses(session: OpenedConversation): readonly string[] {
		return [...this.#running.values()].flatMap((feature) => feature.status?.(session) ?? []);
	}

	/** What panels above the editor say for them. */
	panels(session: OpenedConversation): ReadonlyArray<readonly string[]> {
		return [...this.#running.values()].flatMap((feature) => (feature.panel ? [feature.panel(session)] : []));
	}

	/** Calls the listener when a status or panel says something else. */
	onChange(listener: () => void): Disposable {
		const leave = [...this.#running.values()].flatMap((feature) => feature.onChange?.(listener) ?? []);
		return {
			[Symbol.dispose]() {
				for (const end of leave) end();
			},
		};
	}

	/** What they have spent beside the conversation's own requests. */
	costs(session: OpenedConversation): readonly CostRow[] {
		return [...this.#running.values()].flatMap((feature) => feature.costs?.(session) ?? []);
	}

	/** Files that the first feature which can would put back as they were at an entry. */
	async filesBehind(session: OpenedConversation, entryId: string): Promise<RestorableFiles | undefined> {
		for (const feature of this.#running.values()) {
			const files = await feature.filesBehind?.(session, entryId);
			if (files) return files;
		}
		return undefined;
	}

	/** The sections of a greeting; one that fails is left out. */
	async welcomes(session: OpenedConversation): Promise<readonly WelcomeSection[]> {
		const asked = [...this.#running.values()].map((feature) =>
			withFallback(async () => feature.welcome?.(session), undefined, "a greeting does without"),
		);
		return (await Promise.all(asked)).flatMap((section) => section ?? []);
	}

	/** What the session is busy with. */
	mode(session: OpenedConversation): ShownMode | undefined {
		return this.#first((feature) => feature.mode?.(session));
	}

	get workModes(): readonly WorkMode[] {
		return [...this.#running.values()].flatMap(({ workMode }) => workMode ?? []);
	}

	async atScreen(session: OpenedConversation, screen: ScreenAccess): Promise<void> {
		for (const feature of this.#running.values()) await feature.atScreen?.(session, screen);
	}

	async settled(session: OpenedConversation): Promise<void> {
		for (const feature of this.#running.values()) await feature.settled?.(session);
	}

	async trustChanged(session: OpenedConversation): Promise<void> {
		for (const feature of this.#running.values()) await feature.trustChanged?.(session);
	}

	#first<Value>(pick: (feature: RunningFeature) => Value | undefined): Value | undefined {
		for (const feature of this.#running.values()) {
			const value = pick(feature);
			if (value !== undefined) return value;
		}
		return undefined;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const features = [...this.#running.values()];
		this.#running.clear();
		await Promise.all(features.map((feature) => feature[Symbol.asyncDispose]?.()));
	}
}

const noResources: ExtensionResources = { skills: [], prompts: [], themes: [] };

/** The contributions to one conversation, as one. */
export class Joined {
	readonly all: readonly Contribution[];

	constructor(all: readonly Contribution[]) {
		this.all = all;
	}

	get services(): Partial<ToolServices> {
		return Object.assign({}, ...this.all.map(({ services }) => services));
	}

	get writeThrough(): WriteThrough | undefined {
		return this.all.flatMap(({ writeThrough }) => writeThrough ?? [])[0];
	}

	get changeRecorder(): ChangeRecorder | undefined {
		const recorders = this.all.flatMap(({ changeRecorder }) => changeRecorder ?? []);
		if (recorders.length < 2) return recorders[0];
		return {
			async willWrite(...args) {
				await Promise.all(recorders.map((recorder) => recorder.willWrite(...args)));
			},
		};
	}

	/** Compared one by one: a new value makes the tools anew. */
	toolsDependOn(): readonly unknown[] {
		return this.all.flatMap(({ toolsDependOn }) => (toolsDependOn ? [toolsDependOn()] : []));
	}

	get hooks(): readonly HookFactory[] {
		return this.all.flatMap(({ hooks = [] }) => hooks);
	}

	get tools(): readonly ToolSource[] {
		return this.all.flatMap(({ tools }) => tools ?? []);
	}

	urls(): readonly UrlScheme[] {
		return this.all.flatMap(({ urls = [] }) => (typeof urls === "function" ? urls() : urls));
	}

	serverUrls(): readonly UrlScheme[] {
		return this.all.flatMap(({ serverUrls }) => serverUrls?.() ?? []);
	}

	serverPrompts(): ServerPrompts | undefined {
		return this.all.flatMap(({ serverPrompts }) => serverPrompts?.() ?? [])[0];
	}

	/** A key for a service, by the name of its variable. */
	key(variable: string): string | undefined {
		return this.all.flatMap(({ keys }) => keys?.get(variable) ?? [])[0];
	}

	instructions(): readonly ServerInstructions[] {
		return this.all.flatMap(({ instructions }) => instructions?.() ?? []);
	}

	guidance(): readonly string[] {
		return this.all.flatMap(({ guidance }) => guidance?.() ?? []);
	}

	isTreeReadOnly(): boolean {
		return this.all.some(({ isTreeReadOnly }) => isTreeReadOnly?.() ?? false);
	}

	mustWaitForAnswers(): boolean {
		return this.all.some(({ mustWaitForAnswers }) => mustWaitForAnswers?.() ?? false);
	}

	standingAction(): PendingAction | undefined {
		return this.all.flatMap(({ standingAction }) => standingAction?.() ?? [])[0];
	}
}
