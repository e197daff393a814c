import { expect, test } from "bun:test";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { builtInTools } from "./registry.ts";
import { loadViews } from "./view/view.ts";
import { loadToolViews } from "./views.ts";

test("views: every built-in tool has one", async () => {
	expect([...(await loadToolViews()).keys()]).toEqual(builtInTools.map(({ name }) => name));
});

test("views: a tool whose view is undefined or fails to load is named", async () => {
	const missing: string[] = [];
	const tools = [
		{ name: "drawn", view: async () => ({ shape: "inline" }) },
		{ name: "hole", view: async () => undefined },
		{ name: "broken", view: () => Promise.reject(new Error("no such chunk")) },
		{ name: "none" },
	] as unknown as ToolTraits[];
	const views = await loadViews(tools, (tool) => missing.push(tool));
	expect({ drawn: [...views.keys()], missing }).toEqual({ drawn: ["drawn"], missing: ["hole", "broken", "none"] });
});
