import type { Host } from "@oh-my-pi/pi-utils/host";

/** Our packages as extensions import them, loaded when one does. */
export const hostPackages: NonNullable<Host["packages"]> = {
	"pi-coding-agent": () => import("./coding-agent/coding-agent-package.ts"),
	"pi-coding-agent/sdk": () => import("../sdk.ts"),
	"pi-coding-agent/extensibility/hooks": () => import("./hooks.ts"),
	"pi-tui": () => import("./tui/tui-package.ts"),
	"pi-ai": () => import("./ai.ts"),
	"pi-agent-core": () => import("./agent.ts"),
	"pi-utils": () => import("./small-functions.ts"),
	typebox: () => import("../../extensions/schema/typebox.ts"),
};
