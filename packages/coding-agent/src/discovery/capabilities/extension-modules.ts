import type { Capability, Level } from "../contract/capability.ts";

/** A TypeScript or JavaScript module in a folder for extensions. */
export interface ExtensionModule {
	/** `foo` for `foo.ts` and for `foo/index.ts`. */
	readonly name: string;
	readonly path: string;
	readonly level: Exclude<Level, "native">;
}

/** For lists and the SDK: omp finds and checks what it runs itself, and runs only its own. */
export const extensionModules: Capability<ExtensionModule> = {
	id: "extension-modules",
	displayName: "Extension modules",
	description: "Modules in folders for extensions",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `extension-module:${name}`,
};
