import type { Capability, Level } from "../contract/capability.ts";

/** An extension of Gemini CLI, as its manifest describes it. Nothing of it is ever run. */
export interface GeminiExtension {
	readonly name: string;
	/** Its folder. */
	readonly path: string;
	readonly level: Exclude<Level, "native">;
	readonly manifest: unknown;
}

export const geminiExtensions: Capability<GeminiExtension> = {
	id: "extensions",
	displayName: "Gemini extensions",
	description: "Manifests of extensions for Gemini CLI; only listed",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name, path }) => (name === "" || path === "" ? "has no name" : undefined),
};
