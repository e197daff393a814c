import { lookup, type SettingsTree, withoutValue, withValue } from "../file/settings-tree.ts";
import { formerKeys } from "./former-keys.data.ts";
import { statusSegmentNames } from "./status-segments.data.ts";

/** Migrates settings of earlier versions in memory; the file is not changed. */
export function migrateFields(tree: SettingsTree): SettingsTree {
	return migrations.reduce((migrated, migrate) => migrate(migrated), tree);
}

type Migration = (tree: SettingsTree) => SettingsTree;

const isolationModes: Readonly<Record<string, string>> = {
	worktree: "rcopy",
	"fuse-overlay": "overlayfs",
	"fuse-projfs": "projfs",
};

const pythonModes: Readonly<Record<string, { py: boolean; bash: boolean }>> = {
	"ipy-only": { py: true, bash: false },
	"bash-only": { py: false, bash: true },
	both: { py: true, bash: true },
};

const converted: Readonly<Record<string, (value: unknown) => unknown>> = {
	"task.isolation.mode": (enabled) => (enabled === true ? "auto" : "none"),
	"inspect_image.mode": (enabled) => (enabled === true ? "on" : "off"),
	"tools.discoveryMode": (enabled) => (enabled === true ? "mcp-only" : "auto"),
};

/** A value as the setting takes it today, where it was a switch before. */
export function convertFormerText(name: string, text: string): string {
	const key = Object.keys(converted).find((current) => formerKeys[current]?.includes(name));
	if (key === undefined || (text !== "true" && text !== "false")) return text;
	return String(converted[key]?.(text === "true"));
}

const migrations: readonly Migration[] = [
	...Object.entries(formerKeys).flatMap(([key, names]) => names.map((name) => moveTo(key, name))),
	changeAt("ask.timeout", (value) => (typeof value === "number" && value > 1000 ? value / 1000 : value)),
	changeAt("task.isolation.mode", (value) => isolationModes[String(value)] ?? value),
	(tree) => withoutValue(tree, ["task", "simple"]),
	migratePythonMode,
	(tree) => (lookup(tree, ["memories", "enabled"]) === true ? fill(tree, "memory.backend", "local") : tree),
	changeAt("statusLine.leftSegments", knownSegments),
	changeAt("statusLine.rightSegments", knownSegments),
];

/** The new name wins when a file has both. */
function moveTo(key: string, formerKey: string): Migration {
	return (tree) => {
		const value = lookup(tree, formerKey.split("."));
		if (value === undefined) return tree;
		return fill(withoutValue(tree, formerKey.split(".")), key, converted[key]?.(value) ?? value);
	};
}

function changeAt(key: string, change: (value: unknown) => unknown): Migration {
	return (tree) => {
		const value = lookup(tree, key.split("."));
		return value === undefined ? tree : withValue(tree, key.split("."), change(value));
	};
}

function migratePythonMode(tree: SettingsTree): SettingsTree {
	const mode = pythonModes[String(lookup(tree, ["python", "toolMode"]))];
	if (!mode) return tree;
	return fill(fill(withoutValue(tree, ["python", "toolMode"]), "eval.py", mode.py), "bash.enabled", mode.bash);
}

function knownSegments(value: unknown): unknown {
	return Array.isArray(value) ? value.filter((name) => statusSegmentNames.includes(name)) : value;
}

function fill(tree: SettingsTree, key: string, value: unknown): SettingsTree {
	return lookup(tree, key.split(".")) === undefined ? withValue(tree, key.split("."), value) : tree;
}
