import { isWebUrl, parseScheme } from "@oh-my-pi/pi-policy/paths/uri";

/** Who wrote what is at a path or URL: `web:<host>`, `mcp:<server>`, `repository`; nothing for what belongs to the session. */
export function pathSources(path: unknown): readonly string[] {
	if (typeof path !== "string") return ["repository"];
	if (isWebUrl(path)) return [webSource(path)];
	const scheme = parseScheme(path);
	if (scheme === undefined) return ["repository"];
	if (scheme === "issue" || scheme === "pr") return ["web:github.com"];
	if (scheme === "ssh") return [`ssh:${namePart(path)}`];
	if (scheme === "mcp") return [`mcp:${namePart(path)}`];
	// Written by the user or by omp itself. What a tool had brought into an artifact was labeled with its call.
	if (sessionSchemes.has(scheme)) return [];
	return [scheme];
}

const sessionSchemes = new Set(["agent", "artifact", "history", "local", "omp", "rule", "skill"]);

/** `web:<host>` */
export function webSource(url: string): string {
	const host = URL.parse(/^[a-z]+:/i.test(url) ? url : `https://${url}`)?.host;
	return host ? `web:${host}` : "web";
}

function namePart(url: string): string {
	return /^[^:]*:\/\/([^/?#]*)/.exec(url)?.[1] || "unknown";
}
