import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { loadViews, type ToolView } from "@oh-my-pi/pi-tools/view";
import type { Registry } from "@oh-my-pi/pi-utils/registry";

/** Adds the views that tools of other sources bring, and removes them with their tools; gives the way to end that. */
export function followToolViews(sources: ToolSources, views: Registry<ToolView>): () => void {
	const added = new Map<string, () => void>();
	const current = () => sources.toolsBeside("builtin", undefined).filter(({ view }) => view !== undefined);
	const update = async () => {
		const names = new Set(current().map(({ name }) => name));
		for (const [name, remove] of added) {
			if (names.has(name)) continue;
			remove();
			added.delete(name);
		}
		const loaded = await loadViews(current().filter(({ name }) => !views.has(name)));
		// Another update may have run, and a source may have gone, while the views were loaded.
		for (const { name } of current()) {
			const view = loaded.get(name);
			if (view && !views.has(name)) added.set(name, views.add(name, view));
		}
	};
	void update();
	return sources.onChange(() => void update());
}
