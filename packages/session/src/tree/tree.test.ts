import { describe, expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { EntryTree, type TreeNode } from "./tree.ts";

function treeOf(...nodes: Array<[id: string, parentId: string | null, labels?: TreeNode["labels"]]>) {
	const tree = new EntryTree<TreeNode>();
	for (const [id, parentId, labels] of nodes) tree.add({ id, parentId, labels });
	return tree;
}

const ids = (nodes: readonly TreeNode[]) => nodes.map(({ id }) => id).join(" ");

interface Item {
	name: string;
	children: Item[];
}

function forest(tree: EntryTree<TreeNode>): Item[] {
	return tree.subtrees<Item>(({ id }, label) => ({ name: label ? `${id}=${label}` : id, children: [] }));
}

function outline(tree: EntryTree<TreeNode>): string {
	const write = (items: readonly Item[]): string =>
		items.map(({ name, children }) => (children.length ? `${name}(${write(children)})` : name)).join(" ");
	return write(forest(tree));
}

test("tree: path, children and forest of a session with branches", () => {
	const tree = treeOf(["a", null], ["b", "a"], ["c", "a"], ["d", "c"], ["e", null]);
	expect([ids(tree.path("d")), ids(tree.children("a")), ids(tree.children(null))]).toEqual(["a c d", "b c", "a e"]);
	expect(outline(tree)).toBe("a(b c(d)) e");
	tree.add({ id: "f", parentId: "b" });
	expect(outline(tree)).toBe("a(b(f) c(d)) e");
});

test("tree: branching requires an existing entry; resetting starts a new root", () => {
	const tree = treeOf(["a", null], ["b", "a"]);
	tree.branch("a");
	expect(ids(tree.path())).toBe("a");
	expect(() => tree.branch("zz")).toThrow("Entry zz not found");
	expect(tree.leafId).toBe("a");
	tree.resetLeaf();
	expect([tree.leafId, tree.path()]).toEqual([null, []]);
});

verifies("sessions:tree:labels", () => {
	const label = (label: string | undefined) => ({ targetId: "a", label });
	const tree = treeOf(["a", null], ["l1", "a", label("one")], ["l2", "l1", label("two")]);
	expect([tree.label("a"), outline(tree)]).toEqual(["two", "a=two(l1(l2))"]);
	tree.add({ id: "l3", parentId: "l2", labels: label(undefined) });
	expect(tree.label("a")).toBeUndefined();
});

describe("tree of a corrupt file", () => {
	test("entries with a missing parent or themselves as parent are roots", () => {
		const tree = treeOf(["a", "gone"], ["b", "b"], ["c", "b"]);
		expect([outline(tree), ids(tree.path("c")), ids(tree.path("a"))]).toEqual(["a b(c)", "b c", "a"]);
	});

	test("an entry that comes before its parent is a root until the parent is there", () => {
		const tree = treeOf(["b", "a"]);
		expect(outline(tree)).toBe("b");
		tree.add({ id: "a", parentId: null });
		expect(outline(tree)).toBe("a(b)");
	});

	test("a cycle ends the path and is still part of the forest", () => {
		const tree = treeOf(["a", "b"], ["b", "a"], ["c", "b"]);
		expect([ids(tree.path("c")), outline(tree)]).toEqual(["a b c", "a(b(c))"]);
	});

	test("of two entries with the same id the last is found, and both are listed", () => {
		const tree = treeOf(["a", null], ["b", "a"], ["a", "b"], ["c", "a"]);
		expect([ids(tree.path("c")), ids(tree.nodes)]).toEqual(["b a c", "a b a c"]);
		expect(outline(tree)).toBe("a b(a(c))");
	});

	test("a damaged entry connects its children to its parent, but is not on the path", () => {
		const tree = treeOf(["a", null]);
		tree.add({ id: "b", parentId: "a", damaged: true });
		tree.add({ id: "c", parentId: "b" });
		expect(ids(tree.path("c"))).toBe("a c");
	});
});

test("tree: handles a branch of 100,000 entries", () => {
	const tree = new EntryTree<TreeNode>();
	for (let n = 0; n < 100_000; n++) tree.add({ id: `${n}`, parentId: n === 0 ? null : `${n - 1}` });
	let depth = 0;
	for (let next = forest(tree)[0]; next; next = next.children[0]) depth++;
	expect([depth, tree.path("99999").length]).toEqual([100_000, 100_000]);
});

test("tree: a cached path equals that of a new tree, for any file", () => {
	for (let seed = 1; seed <= 300; seed++) {
		const { below: next } = seeded(seed);
		const tree = new EntryTree<TreeNode>();
		const nodes: TreeNode[] = [];
		for (let count = 0; count < 25; count++) {
			const leaf = tree.leafId;
			// Mostly the next entry; sometimes a repeated id, or a parent that comes later or never.
			const id = next(8) === 0 ? `${next(10)}` : `${count}`;
			const parentId = next(4) === 0 ? (next(3) === 0 ? null : `${next(30)}`) : leaf;
			const node = { id, parentId, damaged: next(10) === 0 };
			nodes.push(node);
			tree.add(node);
			tree.branch(next(6) === 0 ? (nodes[next(nodes.length)]?.id ?? id) : id);
			const again = new EntryTree<TreeNode>();
			for (const each of nodes) again.add(each);
			expect([seed, count, ids(tree.path())]).toEqual([seed, count, ids(again.path(tree.leafId))]);
		}
	}
});
