import type { BackendKind, OpenBackend } from "../contract/memory-backend.ts";

/** The backends, each loaded only when the setting names it. */
export const backends: Readonly<Partial<Record<BackendKind, () => Promise<OpenBackend>>>> = {
	local: async () => (await import("../local/open-local.ts")).openLocal,
	hindsight: async () => (await import("../hindsight/open-hindsight.ts")).openHindsight,
	mnemopi: async () => (await import("../mnemopi/open-mnemopi.ts")).openMnemopi,
};

/** How a backend is called in sentences. */
export const backendNames: Readonly<Record<BackendKind, string>> = {
	local: "Local memory",
	hindsight: "Hindsight",
	mnemopi: "Mnemopi",
};
