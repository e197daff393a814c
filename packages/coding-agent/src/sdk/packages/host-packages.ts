import type { HostPackages, PackageSession } from "../../process/host-packages.ts";

/** Our packages as extensions import them, loaded when one does; `…/more` when one imports a name that is only there. */
export const hostPackages: HostPackages = (session) => ({
	"pi-coding-agent": () => import("./coding-agent/coding-agent-package.ts"),
	"pi-coding-agent/sdk": () => import("../sdk.ts"),
	"pi-coding-agent/extensibility/hooks": () => import("./hooks.ts"),
	"pi-tui": () => import("./tui/tui-package.ts"),
	"pi-ai": () => loadAi(session),
	"pi-ai/compat": async () => ({ ...(await loadAi(session)), ...(await loadCatalog()) }),
	"pi-ai/more": loadCatalog,
	"pi-agent-core": () => loadAgent(session),
	"pi-utils": () => import("./utils.ts"),
	"pi-natives": () => import("./natives.ts"),
	zod: () => import("zod"),
	typebox: () => import("../../features/extensions/schema/typebox.ts"),
});

/** Its requests count for the session. */
async function loadAi(session: PackageSession): Promise<object> {
	const [shared, { modelRequests }] = await Promise.all([import("./ai.ts"), import("./model-requests.ts")]);
	return { ...shared, ...modelRequests(session) };
}

async function loadAgent(session: PackageSession): Promise<object> {
	const [shared, { compactionFor }] = await Promise.all([import("./agent.ts"), import("./compaction.ts")]);
	return { ...shared, ...compactionFor(session) };
}

async function loadCatalog(): Promise<object> {
	return (await import("./ai-catalog.ts")).aiCatalog();
}
