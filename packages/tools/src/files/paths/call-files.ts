import type { CallFacts } from "@oh-my-pi/pi-agent-core/tools/tool";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";
import { hasSelector, splitSelector } from "./selector.ts";

/** What reading a path tells about a call: the file, or that it is something the model works by, such as a skill or a plan. */
export function fileFacts(target: unknown): CallFacts {
	if (typeof target !== "string" || target === "") return {};
	if (parseScheme(target) !== undefined) return { isGuidance: /^skill:\/\/|^local:\/\/.*plan\.md/i.test(target) };
	const { path, selector } = splitSelector(target);
	return { reads: { path, part: hasSelector(selector) ? target.slice(path.length) : "" } };
}

/** Files that are changed, from paths as a call has them; what is no file is left out. */
export function changeFacts(targets: readonly unknown[]): CallFacts {
	const paths = targets.flatMap((target) => (typeof target === "string" ? [splitSelector(target).path] : []));
	return { changes: [...new Set(paths)].filter((path) => path !== "" && parseScheme(path) === undefined) };
}
