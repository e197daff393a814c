import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { findLanguageId } from "../documents/language-id.ts";
import { type FilteredFile, isForDocument, matchesPattern } from "./file-filter.ts";
import { methodCapabilities } from "./method-capabilities.data.ts";

interface Registration {
	readonly method: string;
	readonly options: unknown;
}

export type FileChangeKind = "created" | "changed" | "deleted";

const maxRegistrations = 2000;
const maxWatchers = 5000;
const syncIncremental = 2;
/** Bits of `WatchKind`, and values of `FileChangeType`. */
const changeBits = { created: 1, changed: 2, deleted: 4 } as const;
const allChanges = 7;

/** What a server can do: as it answered `initialize`, and what it registered and took back since. */
export class ServerCapabilities {
	readonly #root: string;
	readonly #languageId: string | undefined;
	readonly #registrations = new Map<string, Registration>();
	readonly #listeners = new Set<() => void>();
	#initial: Readonly<Record<string, unknown>> = {};

	constructor(options: { readonly root: string; readonly languageId: string | undefined }) {
		this.#root = options.root;
		this.#languageId = options.languageId;
	}

	initialize(capabilities: unknown): void {
		this.#initial = isRecord(capabilities) ? capabilities : {};
	}

	/** `client/registerCapability` */
	register(params: unknown): void {
		const list = isRecord(params) ? params.registrations : undefined;
		for (const item of Array.isArray(list) ? list : []) {
			if (!isRecord(item) || typeof item.id !== "string" || typeof item.method !== "string") continue;
			if (this.#registrations.size >= maxRegistrations) break;
			this.#registrations.set(item.id, { method: item.method, options: item.registerOptions });
		}
		this.#announce();
	}

	/** `client/unregisterCapability` */
	unregister(params: unknown): void {
		// The protocol spells it this way.
		const list = isRecord(params) ? (params.unregisterations ?? params.unregistrations) : undefined;
		for (const item of Array.isArray(list) ? list : []) {
			if (isRecord(item) && typeof item.id === "string") this.#registrations.delete(item.id);
		}
		this.#announce();
	}

	/** Calls back when something was registered or taken back; returns how to stop that. */
	onRegistered(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** As if all had been part of the answer to `initialize`. */
	get merged(): Readonly<Record<string, unknown>> {
		const merged = structuredClone(this.#initial);
		for (const { method, options } of this.#registrations.values()) {
			const names = methodCapabilities[method]?.split(".");
			if (names) setPath(merged, names, isRecord(options) ? options : true);
		}
		return merged;
	}

	/** Whether it answers a method, for a file. For a method that no capability announces: `true`, only asking tells. */
	supports(method: string, path?: string): boolean {
		if (!Object.hasOwn(methodCapabilities, method)) return true;
		return this.#providers(method).some((options) => path === undefined || isForDocument(options, this.#file(path)));
	}

	/** The options of all that it announced for a method and a file. */
	optionsFor(method: string, path: string): Record<string, unknown>[] {
		const all = this.#providers(method).filter((options) => isForDocument(options, this.#file(path)));
		return all.map((options) => (isRecord(options) ? options : {}));
	}

	hasRegistered(method: string): boolean {
		return [...this.#registrations.values()].some((registration) => registration.method === method);
	}

	get commands(): readonly unknown[] {
		return this.#providers("workspace/executeCommand").flatMap((options) =>
			isRecord(options) && Array.isArray(options.commands) ? options.commands : [],
		);
	}

	wantsIncremental(path: string): boolean {
		const registered = this.#registered("textDocument/didChange", path)[0];
		const sync = this.#initial.textDocumentSync;
		const kind = registered ? registered.syncKind : isRecord(sync) ? sync.change : sync;
		return kind === syncIncremental;
	}

	/** Whether it wants to know of saved files, with or without their text. */
	saveOptions(path: string): { readonly includeText: boolean } | undefined {
		const registered = this.#registered("textDocument/didSave", path)[0];
		const sync = this.#initial.textDocumentSync;
		// Servers that name only a number mean all notifications.
		const save = registered ?? (isRecord(sync) ? sync.save : typeof sync === "number" && sync > 0);
		if (save === undefined || save === false) return undefined;
		return { includeText: isRecord(save) && save.includeText === true };
	}

	watches(path: string, kind: FileChangeKind): boolean {
		const registrations = [...this.#registrations.values()].filter(
			({ method }) => method === "workspace/didChangeWatchedFiles",
		);
		const watchers = registrations.flatMap(({ options }) =>
			isRecord(options) && Array.isArray(options.watchers) ? options.watchers : [],
		);
		return watchers.slice(0, maxWatchers).some((watcher) => {
			if (!isRecord(watcher)) return false;
			const bits = typeof watcher.kind === "number" ? watcher.kind : allChanges;
			return (bits & changeBits[kind]) !== 0 && matchesPattern(watcher.globPattern, { path, root: this.#root });
		});
	}

	#announce(): void {
		for (const listener of this.#listeners) listener();
	}

	#registered(method: string, path: string): Record<string, unknown>[] {
		const all = [...this.#registrations.values()].filter((registration) => registration.method === method);
		const matching = all.filter(({ options }) => isForDocument(options, this.#file(path)));
		return matching.map(({ options }) => (isRecord(options) ? options : {}));
	}

	#providers(method: string): unknown[] {
		const initial = findPath(this.#initial, methodCapabilities[method]?.split(".") ?? []);
		const registered = [...this.#registrations.values()].filter((registration) => registration.method === method);
		return [
			...(initial === undefined || initial === null || initial === false ? [] : [initial]),
			...registered.map(({ options }) => options ?? true),
			...this.#resolvers(method),
		];
	}

	/** `codeAction/resolve` and its like are announced in the registration of what they resolve. */
	#resolvers(method: string): unknown[] {
		const names = methodCapabilities[method]?.split(".") ?? [];
		const last = names.at(-1);
		if (names.length !== 2 || last === undefined) return [];
		return [...this.#registrations.values()].flatMap(({ method: base, options }) =>
			methodCapabilities[base] === names[0] && isRecord(options) && options[last] ? [true] : [],
		);
	}

	#file(path: string): FilteredFile {
		return { path, root: this.#root, languageId: findLanguageId(path) ?? this.#languageId };
	}
}

function findPath(value: unknown, names: readonly string[]): unknown {
	return names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}

function setPath(target: Record<string, unknown>, names: readonly string[], value: unknown): void {
	const [name = "", ...rest] = names;
	if (rest.length === 0) {
		if (!target[name] || value !== true) target[name] = value;
		return;
	}
	const inner = isRecord(target[name]) ? target[name] : {};
	target[name] = inner;
	setPath(inner, rest, value);
}
