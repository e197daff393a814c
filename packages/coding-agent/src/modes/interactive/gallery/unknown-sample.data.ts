import type { NamedSample } from "@oh-my-pi/pi-tools/samples";

/** A tool of a server, which has no view of its own. */
export const serverToolSample: NamedSample = {
	tool: "mcp__weather__forecast",
	args: { city: "Uppsala", days: 2 },
	done: { text: '{"city":"Uppsala","days":[{"day":1,"sky":"snow"},{"day":2,"sky":"clear"}]}' },
	failed: { text: "The server does not answer" },
};
