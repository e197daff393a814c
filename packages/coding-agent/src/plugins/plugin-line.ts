import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { activeFeatures } from "./state/plugin-manifest.ts";
import type { PluginRoot } from "./state/plugin-roots.ts";

/** A plugin in a list for people. */
export function pluginLine(plugin: PluginRoot): readonly string[] {
	const { id, version, level, origin, path, isEnabled, manifest, enabledFeatures } = plugin;
	const facts = [
		...(isEnabled ? [] : ["disabled"]),
		...(level === "project" ? ["project"] : []),
		...(origin === "link" ? [`link to ${path}`] : []),
		...(manifest || origin === "marketplace" ? [] : ["no manifest"]),
	];
	const features = Object.keys(manifest?.features ?? {});
	const on = manifest ? activeFeatures(manifest, enabledFeatures) : [];
	const marked = features.map((name) => (on.includes(name) ? `+${name}` : `-${name}`));
	return [
		`${id} ${version}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`,
		...(marked.length > 0 ? [`  features: ${marked.join(" ")}`] : []),
	].map(visibleText);
}
