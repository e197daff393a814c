import type { Host } from "@oh-my-pi/pi-utils/host";

/** Our packages as extensions import them, loaded when one does; `…/more` when one imports a name that is only there. */
export const hostPackages: NonNullable<Host["packages"]> = {
	"pi-coding-agent": () => import("./coding-agent/coding-agent-package.ts"),
	"pi-coding-agent/sdk": () => import("../sdk.ts"),
	"pi-coding-agent/extensibility/hooks": () => import("./hooks.ts"),
	"pi-tui": () => import("./tui/tui-package.ts"),
	"pi-ai": () => import("./ai.ts"),
	"pi-ai/compat": async () => ({ ...(await import("./ai.ts")), ...(await loadCatalog()) }),
	"pi-ai/more": loadCatalog,
	"pi-agent-core": () => import("./agent.ts"),
	"pi-utils": () => import("./small-functions.ts"),
	typebox: () => import("../../extensions/schema/typebox.ts"),
};

async function loadCatalog(): Promise<object> {
	return (await import("./ai-catalog.ts")).aiCatalog();
}
