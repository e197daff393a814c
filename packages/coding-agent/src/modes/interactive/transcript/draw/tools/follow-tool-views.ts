import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { loadViews, type ToolView } from "@oh-my-pi/pi-tools/view/view";
import type { Registry } from "@oh-my-pi/pi-utils/registry";

interface Added {
	readonly tool: AgentTool;
	readonly remove: () => void;
}

/** Adds the views that tools of other sources bring, and removes them with their tools; gives the way to end that. */
export function followToolViews(sources: ToolSources, views: Registry<ToolView>): () => void {
	const added = new Map<string, Added>();
	const current = () => sources.toolsBeside("builtin", undefined).filter(({ view }) => view !== undefined);
	const update = async () => {
		const tools = new Set(current());
		for (const [name, { tool, remove }] of added) {
			if (tools.has(tool)) continue;
			remove();
			added.delete(name);
		}
		const loaded = await loadViews(current().filter(({ name }) => !added.has(name)));
		// Another update may have run, and a source may have gone, while the views were loaded.
		for (const tool of current()) {
			const { name } = tool;
			const view = loaded.get(name);
			if (view && !added.has(name)) added.set(name, { tool, remove: put(views, name, view) });
		}
	};
	void update();
	return sources.onChange(() => void update());
}

/** A tool that takes the place of a built-in one also takes that of its view, until it goes. */
function put(views: Registry<ToolView>, name: string, view: ToolView): () => void {
	const before = views.get(name);
	if (before) views.replace(name, view);
	else return views.add(name, view);
	return () => views.replace(name, before);
}
