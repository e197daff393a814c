import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlResource, UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { maxConfigBytes, readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Skill } from "../discovery/capabilities/skills.ts";
import { availableNames } from "./available-names.ts";

const prefix = "skill://";

/** `skill://<name>`: the skill; `skill://<name>/<path>`: a file beside it. */
export function skillScheme(load: () => Promise<readonly Skill[]>): UrlScheme {
	return {
		scheme: "skill",
		async resolve(url) {
			const skills = await load();
			const [name = "", ...path] = decodeURIComponent(url.slice(prefix.length)).split("/");
			const skill = skills.find((candidate) => candidate.name === name);
			if (skill) return resource(pathIn(skill, path.join("/"), url), url);
			const known = availableNames(skills.map((candidate) => candidate.name));
			throw new ToolError(
				name === "" ? `skill:// needs a name: skill://<name>. ${known}` : `Unknown skill: ${name}. ${known}`,
			);
		},
		list: async () => (await load()).map(({ name }) => prefix + name),
	};
}

/** A file of the skill; nothing outside its folder, also not through links. */
function pathIn({ path: own, name }: Skill, within: string, url: string): string {
	if (within === "") return own;
	const folder = dirname(own);
	if (isAbsolute(within) || within.split(/[/\\]/).includes("..")) {
		throw new ToolError(`'${url}' does not name a file inside the skill ${name}`);
	}
	const path = join(folder, within);
	if (!statSync(path, { throwIfNoEntry: false })) throw new ToolError(`File not found in the skill ${name}: ${within}`);
	const way = relative(realpathSync(folder), realpathSync(path));
	if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) {
		throw new ToolError(`'${url}' leads outside the skill ${name}`);
	}
	return path;
}

/** Short texts are shown whole, because skills are meant to be read from end to end. */
function resource(path: string, url: string): UrlResource {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) throw new ToolError(`Path '${url}' not found`);
	if (!stats.isDirectory() && !stats.isFile()) throw new ToolError(`'${url}' is not a regular file`);
	const text = stats.isFile() && stats.size <= maxConfigBytes ? (readRegularFile(path) ?? "") : undefined;
	if (text === undefined || text.includes("\0")) return { backingPath: path, text: "" };
	return { text, unpaged: "without-selector" };
}
