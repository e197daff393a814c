import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type Clothes, dressed, randomClothes, randomText, sourceTexts } from "./testing/corpus.ts";
import { editing } from "./testing/editing.ts";

const corpus = await sourceTexts(seeded(1), 60);
const sizes = [1, 2, 3, 5, 10, 40, 200, 1000];

interface RandomEdit {
	/** As the tool is told. */
	readonly input: string;
	readonly after: readonly string[];
	readonly removed: readonly string[];
	readonly added: readonly string[];
}

/**
 * Random ops and what they come to, by a model of its own: every line is a slot that can be emptied, and every gap and
 * replaced range a list of what goes there.
 */
function randomEdit(random: Random, lines: readonly string[]): RandomEdit {
	const gone = new Set<number>();
	const bodies = new Map<number, string[]>();
	const gaps = new Map<number, string[]>();
	const inside = new Map<number, number>();
	const ops: string[] = [];
	const inserts: Array<{ gap: number; rows: string[] }> = [];
	let cut: string[] | undefined;
	const added: string[] = [];
	for (let count = 1 + random.below(6); count > 0; count--) {
		const rows = Array.from({ length: 1 + random.below(4) }, () => random.pick(random.pick(corpus)));
		const written = rows.map((row) => `+${row}`);
		const line = 1 + random.below(lines.length);
		const end = Math.min(lines.length, line + random.below(5));
		const isFree = Array.from({ length: end - line + 1 }, (_, index) => line + index).every((one) => !gone.has(one));
		const kind = random.below(5);
		if (kind < 3 && !isFree) continue;
		if (kind < 3) {
			for (let one = line; one <= end; one++) {
				gone.add(one);
				if (one < end) inside.set(one, end);
			}
			const span = line === end && random.oneIn(2) ? `${line}` : `${line}${random.pick([".=", "-", ".."])}${end}`;
			if (kind === 2) {
				cut = lines.slice(line - 1, end);
				ops.push(`CUT ${span}`);
			} else {
				bodies.set(end, rows);
				ops.push(`PUT ${span}:`, ...written);
				added.push(...rows);
			}
			continue;
		}
		const pasted = kind === 4 && cut ? cut : undefined;
		const [gap, where] = random.pick<[number, string]>([
			[line - 1, `<${line}`],
			[line, `>${line}`],
			[lines.length, ">$"],
		]);
		inserts.push({ gap, rows: pasted ?? rows });
		added.push(...(pasted ?? rows));
		if (pasted) ops.push(`PUT ${where}`);
		else ops.push(`PUT ${where}:`, ...written);
	}
	for (const { gap, rows } of inserts) {
		const at = inside.get(gap) ?? gap;
		gaps.set(at, [...(gaps.get(at) ?? []), ...rows]);
	}
	const after = [...(gaps.get(0) ?? [])];
	for (const [index, line] of lines.entries()) {
		if (!gone.has(index + 1)) after.push(line);
		after.push(...(bodies.get(index + 1) ?? []), ...(gaps.get(index + 1) ?? []));
	}
	return { input: ops.join("\n"), after, removed: [...gone].map((line) => lines[line - 1] ?? ""), added };
}

test("hashline: a thousand random edits come out as a model of slots says", async () => {
	const random = seeded(2);
	await using project = await editing({}, { blockGenerated: () => false });
	for (let count = 0; count < 1000; count++) {
		const lines = randomText(random, corpus, random.pick(sizes));
		const clothes = randomClothes(random);
		const edit = randomEdit(random, lines);
		if (edit.input === "") continue;
		await project.write("f", dressed(lines, clothes));
		const output = await project.hashline(`${await project.see("f")}\n${edit.input}`);
		const expected = dressedAfter(edit.after, lines, clothes);
		if ((await project.read("f")) !== expected) {
			const told = { count, input: edit.input, lines, clothes };
			expect({ ...told, text: await project.read("f") }).toEqual({ ...told, text: expected });
		}
		expect(String(output.content)).not.toMatch(/\n\nWarnings:\n(?!(?:`PUT.*now stands twice.*\n?)+$)/);
	}
}, 30_000);

test("hashline: files of 50,000 lines too", async () => {
	const random = seeded(3);
	await using project = await editing({}, { blockGenerated: () => false });
	for (let count = 0; count < 5; count++) {
		const lines = randomText(random, corpus, 50_000);
		const clothes = randomClothes(random);
		const edit = randomEdit(random, lines);
		await project.write("f", dressed(lines, clothes));
		await project.hashline(`${await project.see("f")}\n${edit.input}`);
		expect((await project.read("f")) === dressedAfter(edit.after, lines, clothes)).toBe(true);
	}
}, 30_000);

test("hashline: with a stale tag an edit is right or refused, and a refused one touches nothing", async () => {
	const random = seeded(4);
	await using project = await editing({}, { blockGenerated: () => false });
	const counts = { recovered: 0, refused: 0 };
	for (let count = 0; count < 600; count++) {
		const lines = randomText(random, corpus, random.pick([3, 10, 40, 200]));
		const edit = randomEdit(random, lines);
		const meanwhile = randomEdit(random, lines);
		const clothes = { lineEnd: "\n", bom: false, ended: true };
		await project.write("f", dressed(lines, clothes));
		const header = await project.see("f");
		const now = dressed(meanwhile.after, clothes);
		await project.write("f", now);
		if (edit.input === "" || (await project.see("f")) === header) continue;
		try {
			const output = await project.hashline(`${header}\n${edit.input}`);
			const text = await project.read("f");
			const expected = counted([...meanwhile.after, ...edit.added], edit.removed);
			if (!String(output.content).includes("produced no change")) {
				const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
				expect({ count, lines: counted(lines, []) }).toEqual({ count, lines: expected });
			}
			counts.recovered++;
		} catch (error) {
			expect(String(error)).toContain("Edit rejected for f");
			expect(await project.read("f")).toBe(now);
			counts.refused++;
		}
	}
	expect(counts.recovered).toBeGreaterThan(50);
	expect(counts.refused).toBeGreaterThan(50);
}, 30_000);

test("replace: random passages are replaced as split and join would", async () => {
	const random = seeded(5);
	await using project = await editing({}, { blockGenerated: () => false });
	for (let count = 0; count < 600; count++) {
		const lines = randomText(random, corpus, random.pick(sizes));
		const clothes = randomClothes(random);
		const text = dressed(lines, { ...clothes, lineEnd: "\n", bom: false });
		const from = random.below(text.length);
		const old_string = text.slice(from, from + 1 + random.below(200));
		const new_string = random.pick(random.pick(corpus));
		const occurrences = text.split(old_string).length - 1;
		const isWhole = text.split(old_string).every((part) => part.isWellFormed());
		if (old_string === "" || old_string === new_string || !isWhole) continue;
		await project.write("f", dressed(lines, clothes));
		const replace_all = random.oneIn(2);
		const attempt = project.replace({ path: "f", old_string, new_string, replace_all });
		if (occurrences > 1 && !replace_all) {
			await expect(attempt).rejects.toThrow(`Found ${occurrences} occurrences`);
			expect(await project.read("f")).toBe(dressed(lines, clothes));
			continue;
		}
		await attempt;
		const mark = clothes.bom ? "\ufeff" : "";
		const expected = mark + text.split(old_string).join(new_string).replaceAll("\n", clothes.lineEnd);
		expect({ count, text: await project.read("f") }).toEqual({ count, text: expected });
	}
}, 30_000);

test("replace: a passage with another indentation is found and its replacement indented alike", async () => {
	const random = seeded(6);
	await using project = await editing({}, { blockGenerated: () => false });
	let found = 0;
	for (let count = 0; count < 400; count++) {
		const lines = randomText(random, corpus, random.pick([10, 40, 200]));
		const from = random.below(lines.length);
		const block = lines.slice(from, from + 1 + random.below(5));
		const trimmed = lines.map((line) => line.trim());
		const isBlank = block.some((line) => line.trim().length < 4);
		const places = trimmed.filter((_, index) => block.every((line, offset) => trimmed[index + offset] === line.trim()));
		if (isBlank || places.length !== 1) continue;
		const wanted = block.map((line) => `      ${line}`).join("\n");
		await project.write("f", dressed(lines, { lineEnd: "\n", bom: false, ended: true }));
		await project.replace({
			path: "f",
			old_string: wanted,
			new_string: `${wanted}!\n      ${/^\s*/.exec(block[0] ?? "")?.[0]}new`,
		});
		const expected = lines.toSpliced(
			from,
			block.length,
			...block.slice(0, -1),
			`${block.at(-1)}!`,
			`${/^\s*/.exec(block[0] ?? "")?.[0]}new`,
		);
		expect({ count, text: await project.read("f") }).toEqual({ count, text: `${expected.join("\n")}\n` });
		found++;
	}
	expect(found).toBeGreaterThan(80);
}, 30_000);

requires("git")(
	"patch and apply_patch: what git says differs is what they change",
	async () => {
		const random = seeded(7);
		const pairs: Array<{ before: string[]; after: readonly string[]; clothes: Clothes }> = [];
		while (pairs.length < 300) {
			const before = randomText(random, corpus, random.pick([2, 5, 10, 40, 200, 1000]));
			const { after } = randomEdit(random, before);
			if (after.length > 0 && after.at(-1) !== "" && after.join("\n") !== before.join("\n")) {
				pairs.push({ before, after, clothes: randomClothes(random) });
			}
		}
		await using disk = await workspace();
		await Promise.all(["a", "b"].map((side) => mkdir(disk.file(side))));
		for (const [index, { before, after, clothes }] of pairs.entries()) {
			const plain = { lineEnd: "\n", bom: false, ended: clothes.ended };
			await disk.write(join("a", `${index}`), dressed(before, plain));
			await disk.write(join("b", `${index}`), dressed(after, plain));
		}
		const command = ["git", "-c", "core.quotepath=off", "diff", "--no-index", "--no-color", "--text", "a", "b"];
		const { stdout } = await runCommand(command, { cwd: disk.path });
		const diffs = stdout.split(/^(?=diff --git a\/a\/\d+ b\/b\/\d+$)/m);
		expect(diffs).toHaveLength(pairs.length);
		await using project = await editing({}, { blockGenerated: () => false });
		for (const diff of diffs) {
			const index = Number(/^diff --git a\/a\/(\d+)/.exec(diff)?.[1]);
			const { before, after, clothes } = pairs[index] ?? { before: [], after: [], clothes: randomClothes(random) };
			const expected = dressed(after, clothes);
			await project.write("f", dressed(before, clothes));
			await project.patch("f", [{ diff }]);
			expect({ index, text: await project.read("f") }).toEqual({ index, text: expected });
			await project.write("f", dressed(before, clothes));
			const hunks = diff.slice(diff.indexOf("\n@@") + 1);
			await project.applyPatch(`*** Begin Patch\n*** Update File: f\n${hunks}*** End Patch`);
			expect({ index, text: await project.read("f") }).toEqual({ index, text: expected });
		}
	},
	30_000,
);

/** A text of one line without an end says nothing of line ends; one of no lines has none. */
function dressedAfter(after: readonly string[], before: readonly string[], clothes: Clothes): string {
	const wasEmpty = before.length === 1 && before[0] === "" && !clothes.ended;
	const lineEnd = before.length === 1 && !clothes.ended ? "\n" : clothes.lineEnd;
	return dressed(after, { ...clothes, lineEnd, ended: after.length > 0 && (clothes.ended || wasEmpty) });
}

/** How often each line is there, less those that were taken away. */
function counted(lines: readonly string[], without: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
	for (const line of without) counts.set(line, (counts.get(line) ?? 0) - 1);
	for (const [line, count] of counts) if (count === 0) counts.delete(line);
	return counts;
}
