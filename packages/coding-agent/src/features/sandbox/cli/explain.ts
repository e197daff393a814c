import { resolve } from "node:path";
import type { BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { findRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import { isWritable } from "../guard/refusals.ts";
import { entriesFor } from "../policy/box-policy-for.ts";
import { registryHosts } from "../proxy/registries.data.ts";

export interface ExplainPlace {
	readonly policy: BoxPolicy;
	readonly settings: SettingsReader;
	readonly cwd: string;
	readonly home: string;
}

/** What the box does with a command, a path or a host, in a line or two. */
export function explain(subject: string, place: ExplainPlace): string {
	if (/^(?:~|\.{0,2}\/|\.)/.test(subject) && !/\s/.test(subject)) return explainPath(subject, place);
	const host = hostIn(subject);
	return host === undefined ? explainCommand(subject, place) : explainHost(host, place);
}

function explainPath(subject: string, { policy, cwd, home }: ExplainPlace): string {
	const path = resolve(cwd, subject.replace(/^~(?=\/|$)/, home));
	const hiddenBy = policy.hidden.find((hidden) => isInFolder(path, hidden));
	if (hiddenBy)
		return `${path}: not readable, since ${hiddenBy} holds credentials or history. sandbox.readable: [${hiddenBy}] lets commands read it.`;
	const heldBy = policy.readOnly.find((held) => isInFolder(path, held));
	if (heldBy)
		return `${path}: readable, not writable, since ${heldBy} decides what runs later. The model changes it with its file tools, which ask.`;
	if (isWritable(path, policy)) return `${path}: readable and writable.`;
	return `${path}: readable, not writable, since it is outside of ${policy.writable.join(", ") || "what commands may write"}. sandbox.writable allows a folder.`;
}

function explainHost(host: string, { policy, settings, cwd, home }: ExplainPlace): string {
	if (policy.network.kind === "on") return `${host}: reachable, as sandbox.network is on.`;
	const listed = entriesFor(settings.get(sandboxSettings.hosts), cwd, home).find((pattern) =>
		matchesWildcard(pattern, host),
	);
	if (listed) return `${host}: reachable by HTTP and HTTPS, as sandbox.hosts has ${listed}.`;
	if (settings.get(sandboxSettings.network) === "hosts" && registryHosts.includes(host)) {
		return `${host}: reachable by HTTP and HTTPS, as a package registry (sandbox.network: hosts).`;
	}
	return `${host}: asked about once, then reachable by HTTP and HTTPS. sandbox.hosts: [${host}] allows it unasked.`;
}

function explainCommand(line: string, { settings, cwd, home }: ExplainPlace): string {
	const rules = entriesFor(settings.get(sandboxSettings.outside), cwd, home).map(
		(match) => ({ match, approval: "allow" }) as const,
	);
	const rule = findRule(line, [], rules);
	if (rule)
		return `${line}: runs in the sandbox; the model may run it outside unasked, as sandbox.outside has "${rule.match}".`;
	return `${line}: runs in the sandbox. The model may ask to run it outside; you are asked each time, unless sandbox.outside has it.`;
}

function hostIn(subject: string): string | undefined {
	if (/\s/.test(subject)) return undefined;
	const url = URL.parse(subject.includes("://") ? subject : `http://${subject}`);
	return url?.hostname && /[.:]|^localhost$/.test(url.hostname) ? url.host : undefined;
}
