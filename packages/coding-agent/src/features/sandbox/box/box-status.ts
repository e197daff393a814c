import { sep } from "node:path";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import type { SessionBox } from "./session-box.ts";
import { describeSupport, unavailableText } from "./state.ts";

interface BoxToDescribe {
	readonly box: SessionBox;
	readonly mode: "read" | "workspace";
	readonly settings: SettingsReader;
	readonly home: string;
	/** What was refused in this session, oldest first. */
	readonly refused: readonly string[];
	/** Commands that may leave, as the user allowed in this session. */
	readonly sessionRules: readonly string[];
}

/** The state of a session's box for its user. */
export function describeBoxStatus(
	{ box, mode, settings, home, refused, sessionRules }: BoxToDescribe,
	cwd: string,
): string {
	const { support } = box;
	if (support.mechanism === "none") return unavailableText(support.reason ?? "the kernel offers none");
	const short = (path: string) => (path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);
	const { writable } = box.policy(cwd);
	const hosts = settings.get(sandboxSettings.hosts);
	const outside = [...settings.get(sandboxSettings.outside), ...sessionRules.map((rule) => `${rule} (this session)`)];
	return [
		`Sandbox: ${mode} (${describeSupport(support)})`,
		...list("May be written", writable.map(short), "nothing but a temporary folder"),
		`Network: ${networkWords[settings.get(sandboxSettings.network)]}`,
		...list("Hosts, unasked", hosts, "none"),
		...list("Outside the sandbox, unasked", outside, "none"),
		...list("Refused in this session", refused, "nothing so far"),
		"The settings sandbox.* change it; omp sandbox explain <command> says what one may do.",
	].join("\n");
}

export const networkWords: Readonly<Record<"off" | "hosts" | "on", string>> = {
	off: "asks once per host",
	hosts: "package registries, asks once per other host",
	on: "everything",
};

function list(title: string, items: readonly string[], none: string): readonly string[] {
	return items.length === 0 ? [`${title}: ${none}`] : [`${title}:`, ...items.map((item) => `  ${item}`)];
}
