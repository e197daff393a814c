import type { Packages } from "../../../process/host-packages.ts";
import type { ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import { type ModuleGraph, mentions } from "../loading/module-graph.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Extension } from "./extension.ts";
import type { ExtensionAPI } from "./types.ts";

type Report = (extension: Extension, event: string, error: unknown) => void;

const schemaUse = /\b(?:zod|typebox|arktype)\b/;
const uiUse = /\bui\b/;
/** How extensions read the member `pi`. */
const hostPackageUse = /\.\s*pi\b|[{,]\s*pi\s*[:,}]/;

/** Parts of the API that are loaded only for extensions whose text mentions them, or that hand the API to packages. */
export class OptionalParts {
	readonly #packages: Packages;
	#hostPackage: ExtensionAPI["pi"] | undefined;
	#schemas: Schemas | undefined;
	#ui: ((extension: Extension, ui: ExtensionUi | undefined, report: Report) => ExtensionUi) | undefined;

	constructor(packages: Packages) {
		this.#packages = packages;
	}

	async loadFor(graph: ModuleGraph): Promise<void> {
		const isUsed = (use: RegExp) => mentions(graph, use) || importsPackages(graph);
		if (mentions(graph, hostPackageUse)) await this.#loadHostPackage();
		if (isUsed(schemaUse)) await this.#loadSchemas();
		if (isUsed(uiUse)) await this.#loadUi();
	}

	/** For those whose text is not known. */
	async loadAll(): Promise<void> {
		await Promise.all([this.#loadHostPackage(), this.#loadSchemas(), this.#loadUi()]);
	}

	/** What `@oh-my-pi/pi-coding-agent` exports. */
	get hostPackage(): ExtensionAPI["pi"] {
		if (this.#hostPackage) return this.#hostPackage;
		throw new Error('pi.pi is not loaded; import "../../../sdk/entries/embedded-entry.ts" instead');
	}

	get schemas(): Schemas {
		if (this.#schemas) return this.#schemas;
		throw new Error("Schema builders are loaded only where the text of an extension mentions zod, typebox or arktype");
	}

	/** The user interface as one extension has it. */
	findOrCreateUi(extension: Extension, ui: ExtensionUi | undefined, report: Report): ExtensionUi {
		if (this.#ui) return this.#ui(extension, ui, report);
		throw new Error("The user interface is loaded only where the text of an extension mentions ui");
	}

	async #loadHostPackage(): Promise<void> {
		this.#hostPackage ??= { ...(await this.#packages["pi-coding-agent"]?.()) };
	}

	async #loadSchemas(): Promise<void> {
		this.#schemas ??= (await import("../schema/schemas.ts")).schemas;
	}

	async #loadUi(): Promise<void> {
		this.#ui ??= (await import("./bind-ui.ts")).bindUi;
	}
}

/** What these do with the API is not known. */
function importsPackages({ files }: ModuleGraph): boolean {
	return files
		.values()
		.some(({ imports, text }) => computedImport.test(text) || imports.values().some(({ kind }) => kind === "package"));
}

const computedImport = /\b(?:import|require)\s*\(\s*[^"'\s]/;
