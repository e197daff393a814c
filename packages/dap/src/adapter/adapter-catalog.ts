import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AdapterDefinition } from "./definition/adapter-definition.ts";
import type { AdapterPlace } from "./definition/adapter-place.ts";
import type { ProgramFacts } from "./inspect-program.ts";
import { locateProgram } from "./locate/locate-program.ts";

/** An adapter that can be started here. */
export interface AvailableAdapter {
	readonly definition: AdapterDefinition;
	readonly command: string;
	readonly args: readonly string[];
	/** What a user should know about this choice. */
	readonly note?: string;
}

export interface MissingAdapter {
	readonly definition: AdapterDefinition;
	readonly reason: string;
}

/** The adapters of a place, and which of them is for a program. Looks for an adapter only when it is considered. */
export class AdapterCatalog {
	readonly definitions: readonly AdapterDefinition[];
	readonly place: AdapterPlace;
	/** Problems of configuration files. */
	readonly warnings: readonly string[];
	readonly #found = new Map<string, Promise<AvailableAdapter | MissingAdapter>>();

	constructor(definitions: readonly AdapterDefinition[], place: AdapterPlace, warnings: readonly string[] = []) {
		this.definitions = definitions;
		this.place = place;
		this.warnings = warnings;
	}

	find(definition: AdapterDefinition): Promise<AvailableAdapter | MissingAdapter> {
		const known = this.#found.get(definition.name) ?? this.#look(definition);
		this.#found.set(definition.name, known);
		return known;
	}

	findNamed(name: string): Promise<AvailableAdapter | MissingAdapter> | undefined {
		const definition = this.definitions.find((one) => one.name === name);
		return definition && this.find(definition);
	}

	async available(): Promise<readonly AvailableAdapter[]> {
		const all = await Promise.all(this.definitions.map((definition) => this.find(definition)));
		return all.filter(isAvailable);
	}

	/** By the ending of the program, then by files of the project, then any for compiled programs. */
	async chooseForLaunch(program: ProgramFacts): Promise<AdapterChoice> {
		const { cwd } = this.place;
		const fits = this.definitions.filter((one) => takes(one, program));
		const hasMarker = (one: AdapterDefinition) => one.rootMarkers.some((name) => existsSync(join(cwd, name)));
		return this.#choose([
			...fits.filter((one) => program.fileType !== "" && one.fileTypes.includes(program.fileType)),
			...fits.filter((one) => isOnlyByMarker(one, program) && hasMarker(one)),
			...(program.kind === "binary" ? fits : []),
		]);
	}

	/** A port is most often that of a Python program; a process is looked into by what debugs compiled programs. */
	async chooseForAttach(target: { readonly port?: number | undefined }): Promise<AdapterChoice> {
		const byPort = target.port === undefined ? [] : this.definitions.filter(({ name }) => name === "debugpy");
		const native = this.definitions.filter(({ acceptsBinaries }) => acceptsBinaries);
		return this.#choose([...byPort, ...native, ...this.definitions]);
	}

	async #choose(candidates: readonly AdapterDefinition[]): Promise<AdapterChoice> {
		const missing: MissingAdapter[] = [];
		for (const definition of new Set(candidates)) {
			const found = await this.find(definition);
			if (isAvailable(found)) return { adapter: found, missing };
			missing.push(found);
		}
		return { adapter: undefined, missing };
	}

	async #look(definition: AdapterDefinition): Promise<AvailableAdapter | MissingAdapter> {
		const found = await (definition.locate ?? locateProgram)(definition, this.place);
		return "missing" in found ? { definition, reason: found.missing } : { definition, ...found };
	}
}

export interface AdapterChoice {
	readonly adapter: AvailableAdapter | undefined;
	/** Those that would be preferred, and why they are not there. */
	readonly missing: readonly MissingAdapter[];
}

export function isAvailable(found: AvailableAdapter | MissingAdapter): found is AvailableAdapter {
	return "command" in found;
}

function takes(definition: AdapterDefinition, { kind, fileType }: ProgramFacts): boolean {
	if (kind === "directory") return definition.acceptsDirectoryProgram;
	return kind === "file" || definition.acceptsBinaries === true || definition.fileTypes.includes(fileType);
}

/** Files of a project say nothing about a program with an ending of its own. */
function isOnlyByMarker({ fileTypes }: AdapterDefinition, { fileType, kind }: ProgramFacts): boolean {
	return fileType === "" || kind !== "file" || fileTypes.includes(fileType);
}
