import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { migrateFields } from "./migrate-fields.ts";

test("migration: former names are read as the new ones", () => {
	expect(
		migrateFields({
			queueMode: "all",
			task: { isolation: { enabled: true }, simple: true, batch: false },
			inspect_image: { enabled: false },
			python: { toolMode: "ipy-only" },
			memories: { enabled: true },
		}),
	).toEqual({
		steeringMode: "all",
		task: { isolation: { mode: "auto" }, batch: false },
		inspect_image: { mode: "off" },
		eval: { py: true },
		bash: { enabled: false },
		memories: { enabled: true },
		memory: { backend: "local" },
	});
});

test("migration: the new name wins when a file has both", () => {
	expect(migrateFields({ queueMode: "all", steeringMode: "one-at-a-time" })).toEqual({ steeringMode: "one-at-a-time" });
	expect(migrateFields({ memories: { enabled: true }, memory: { backend: "off" } })).toEqual({
		memories: { enabled: true },
		memory: { backend: "off" },
	});
});

test("migration: renamed values and changed units", () => {
	const timeouts = [30, 1000, 60_000].map((timeout) => migrateFields({ ask: { timeout } }));
	expect(timeouts).toEqual([{ ask: { timeout: 30 } }, { ask: { timeout: 1000 } }, { ask: { timeout: 60 } }]);
	const modes = ["worktree", "fuse-overlay", "fuse-projfs", "zfs"].map((mode) =>
		migrateFields({ task: { isolation: { mode } } }),
	);
	expect(modes).toEqual(["rcopy", "overlayfs", "projfs", "zfs"].map((mode) => ({ task: { isolation: { mode } } })));
	expect(migrateFields({ statusLine: { leftSegments: ["pi", "weather", "cost"], rightSegments: [1] } })).toEqual({
		statusLine: { leftSegments: ["pi", "cost"], rightSegments: [] },
	});
});

test("migration: the switch for hiding tools of MCP servers is a mode", () => {
	expect(migrateFields({ mcp: { discoveryMode: true } })).toEqual({ tools: { discoveryMode: "mcp-only" } });
	expect(migrateFields({ mcp: { discoveryMode: false } })).toEqual({ tools: { discoveryMode: "auto" } });
	expect(migrateFields({ mcp: { discoveryMode: true }, tools: { discoveryMode: "off" } })).toEqual({
		tools: { discoveryMode: "off" },
	});
});

verifies("settings:migrate:aliases", () => {
	expect(
		migrateFields({ grep: { enabled: false, contextBefore: 2, contextAfter: 4, other: 1 }, glob: { enabled: false } }),
	).toEqual({
		grep: { other: 1 },
		search: { enabled: false, contextBefore: 2, contextAfter: 4 },
		find: { enabled: false },
	});
});

test("migration: current settings are unchanged", () => {
	const tree = { theme: { dark: "x" }, unknown: { deep: [1] } };
	expect(migrateFields(tree)).toEqual(tree);
});
