/** Settings as files hold them: nested mappings. */
export type SettingsTree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is SettingsTree {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Mappings are merged, everything else is replaced. */
export function mergeTrees(lower: SettingsTree, upper: SettingsTree): SettingsTree {
	const merged: Record<string, unknown> = { ...lower };
	for (const [key, value] of Object.entries(upper)) {
		const below = ownValue(merged, key);
		put(merged, key, isTree(below) && isTree(value) ? mergeTrees(below, value) : value);
	}
	return merged;
}

// Much longer than any setting.
const MAX_KEY_PARTS = 20;

/** Expands `theme.dark: x` to nested mappings. Only at the top level: record entries may contain dots. */
export function expandFlatKeys(tree: SettingsTree): SettingsTree {
	if (!Object.keys(tree).some((key) => key.includes("."))) return tree;
	const expanded: Record<string, unknown> = {};
	const ownTrees = new Set<unknown>([expanded]);
	for (const [key, value] of Object.entries(tree)) {
		const parts = key.split(".");
		const path = parts.length > MAX_KEY_PARTS ? [key] : parts;
		const nested = path.slice(1).reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
		mergeInto(expanded, path[0] ?? key, nested, ownTrees);
	}
	return expanded;
}

/** Like `mergeTrees`, without a copy for each value; mappings of the file, which aliases may share, are copied once. */
function mergeInto(tree: Record<string, unknown>, key: string, value: unknown, ownTrees: Set<unknown>): void {
	const below = ownValue(tree, key);
	if (!isTree(below) || !isTree(value)) {
		put(tree, key, value);
		return;
	}
	const inner: Record<string, unknown> = ownTrees.has(below) ? below : { ...below };
	ownTrees.add(inner);
	put(tree, key, inner);
	for (const [innerKey, innerValue] of Object.entries(value)) mergeInto(inner, innerKey, innerValue, ownTrees);
}

export function lookup(tree: SettingsTree, path: readonly string[]): unknown {
	let value: unknown = tree;
	for (const part of path) value = isTree(value) ? ownValue(value, part) : undefined;
	return value;
}

export function withValue(tree: SettingsTree, path: readonly string[], value: unknown): SettingsTree {
	const [first, ...rest] = path;
	if (first === undefined) return tree;
	const below = ownValue(tree, first);
	const changed: Record<string, unknown> = { ...tree };
	put(changed, first, rest.length === 0 ? value : withValue(isTree(below) ? below : {}, rest, value));
	return changed;
}

/** Also removes mappings that become empty. */
export function withoutValue(tree: SettingsTree, path: readonly string[]): SettingsTree {
	const [first, ...rest] = path;
	if (first === undefined || ownValue(tree, first) === undefined) return tree;
	const { [first]: below, ...others } = tree;
	if (rest.length === 0) return others;
	if (!isTree(below)) return tree;
	const left = withoutValue(below, rest);
	return Object.keys(left).length === 0 ? others : { ...tree, [first]: left };
}

function ownValue(tree: SettingsTree, key: string): unknown {
	return Object.hasOwn(tree, key) ? tree[key] : undefined;
}

/** Safe for keys such as `__proto__`. */
function put(tree: Record<string, unknown>, key: string, value: unknown): void {
	Object.defineProperty(tree, key, { value, writable: true, enumerable: true, configurable: true });
}
