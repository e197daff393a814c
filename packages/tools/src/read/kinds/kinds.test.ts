import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { noisePng, solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ConflictIndex } from "../../files/conflicts/conflict-index.ts";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../../files/snapshots/snapshot-tag.ts";
import { zipOf } from "../../formats/archives/testing/zip-of.ts";
import { pdfOf } from "../../formats/documents/testing/pdf-of.ts";
import { type UrlResource, urlRouter } from "../../urls/url-router.ts";
import type { ReadDeps } from "../contract/read-ports.ts";
import { anchored, contentOf, readIn } from "../testing/read-in.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

verifies("tools-files:read:archive", async () => {
	await using project = await workspace({
		"z.zip": zipOf({
			"dir/a.txt": "hello\n",
			"dir/sub/b.txt": lines(10),
			"top.txt": "123456",
			"x.bin": new Uint8Array(256),
			"odd:3": "odd",
		}),
	});
	await Bun.Archive.write(project.file("t.tgz"), { "inner/f.txt": "from tar" }, { compress: "gzip" });
	const shown = {
		"z.zip": "dir/a.txt (6B)\ndir/sub/b.txt (71B)\nodd:3 (3B)\ntop.txt (6B)\nx.bin (256B)",
		"z.zip:dir": "a.txt (6B)\nsub/b.txt (71B)",
		"z.zip:dir/": "a.txt (6B)\nsub/b.txt (71B)",
		"z.zip:./dir//a.txt": "hello",
		"z.zip:dir/sub/b.txt:9": "line 9\nline 10",
		"z.zip:odd:3": "odd",
		"z.zip:x.bin": "[Cannot read binary archive entry 'x.bin' (256B)]",
		"t.tgz:inner/f.txt": "from tar",
	};
	for (const [path, expected] of Object.entries(shown)) {
		expect([path, await contentOf(project.path, path, { display: anchored })]).toEqual([path, expected]);
	}
	await expect(contentOf(project.path, "z.zip:nope")).rejects.toThrow("Path 'z.zip:nope' not found inside archive");
	await expect(contentOf(project.path, "z.zip:../../etc/passwd")).rejects.toThrow("cannot contain '..'");
	await project.write("broken.zip", "no zip");
	await expect(contentOf(project.path, "broken.zip")).rejects.toThrow(
		"Cannot read archive 'broken.zip': not a ZIP archive",
	);
	expect(await contentOf(project.path, "broken.zip:raw")).toBe("no zip");
});

test("of an archive with many files the folders are listed with their numbers of files", async () => {
	const files = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n % 2}/e/f${n}`, ""]));
	await using project = await workspace({ "z.zip": zipOf({ ...files, top: "x" }) });
	expect(await contentOf(project.path, "z.zip")).toBe("d0/ (150 files)\nd1/ (150 files)\ntop (1B)");
});

test("what the cells of a notebook have shown is told below its text", async () => {
	const cell = (outputs: unknown[]) => ({ cell_type: "code", source: "x", metadata: {}, outputs, execution_count: 1 });
	const notebook = {
		cells: [
			cell([{ output_type: "stream", name: "stdout", text: ["one\n", "two\n"] }]),
			cell([]),
			cell([
				{ output_type: "execute_result", data: { "text/plain": "42", "image/png": "aaaa" } },
				{ output_type: "error", ename: "ValueError", evalue: "no", traceback: [] },
			]),
		],
		metadata: {},
		nbformat: 4,
		nbformat_minor: 5,
	};
	await using project = await workspace({ "n.ipynb": JSON.stringify(notebook) });
	expect(await contentOf(project.path, "n.ipynb")).toEndWith(
		"6|x\n[Output of cell:0]\none\ntwo\n[Output of cell:2]\n42 [image/png]\nValueError: no",
	);
	expect(await contentOf(project.path, "n.ipynb:1-2")).not.toContain("Output");
});

test("a listing of many members is cut", async () => {
	const files = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`f${String(n).padStart(3, "0")}`, ""]));
	await using project = await workspace({ "z.zip": zipOf(files) });
	expect(await contentOf(project.path, "z.zip")).toEndWith(
		"f499 (0B)\n\n[Showing lines 1-500 of 600. Use :501 to continue]",
	);
	expect(await contentOf(project.path, "z.zip:599")).toBe("f598 (0B)\nf599 (0B)");
});

test("databases are read through the same tool", async () => {
	await using project = await workspace();
	using database = new Database(project.file("a.db"));
	database.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)");
	database.run("INSERT INTO users VALUES (1, 'Ann'), (2, 'Bob')");
	const read = (path: string) => contentOf(project.path, path);
	expect(await read("a.db")).toStartWith("users (2 rows): ");
	expect(await read("a.db:users:2")).toBe("id: 2\nname: Bob");
	await expect(read("a.db:users:0")).rejects.toThrow("SQLite table 'users' has no row with key '0'");
	expect(await read("a.db:raw")).toStartWith("SQLite format 3");
	expect(await read("a.db:users?limit=1")).toBe(
		"| id | name |\n| --- | --- |\n| 1 | Ann |\n[1 more rows; append :users?limit=1&offset=1 to the database path to continue]",
	);
	await expect(read("a.db:nope")).rejects.toThrow("SQLite table 'nope' not found");
});

verifies("tools-files:read:notebook", async () => {
	const notebook = {
		cells: [
			{ cell_type: "code", source: "x = 1" },
			{ cell_type: "markdown", source: "words" },
		],
		metadata: {},
		nbformat: 4,
		nbformat_minor: 5,
	};
	const json = JSON.stringify(notebook);
	await using project = await workspace({ "n.ipynb": json, "odd.ipynb": "no json" });
	const snapshots = new SnapshotStore();
	const text = "# %% [code] cell:0\nx = 1\n# %% [markdown] cell:1\nwords\n";
	expect(await contentOf(project.path, "n.ipynb", { display: anchored, snapshots })).toBe(
		`[n.ipynb#${snapshotTag(text)}]\n1:# %% [code] cell:0\n2:x = 1\n3:# %% [markdown] cell:1\n4:words`,
	);
	expect(snapshots.versions(project.file("n.ipynb"))[0]?.text).toBe(text);
	expect(await contentOf(project.path, "n.ipynb:raw")).toBe(json);
	expect(await contentOf(project.path, "odd.ipynb")).toBe("1|no json");
});

verifies("tools-files:read:document", async () => {
	const word = "<w:document><w:p><w:r><w:t>one</w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r></w:p></w:document>";
	await using project = await workspace({
		"a.pdf": pdfOf(["Hello"]),
		"b.docx": zipOf({ "word/document.xml": word }),
		"c.pdf": "none",
		"d.doc": "x",
	});
	expect(await contentOf(project.path, "a.pdf")).toBe("1|## Page 1\n2|Hello");
	expect(await contentOf(project.path, "b.docx:2")).toBe("2|two");
	expect(await contentOf(project.path, "c.pdf")).toBe("[Cannot read .pdf file: Invalid PDF structure.]");
	expect(await contentOf(project.path, "d.doc")).toStartWith("[Cannot read .doc file: it is in the old binary format");
	expect(await contentOf(project.path, "c.pdf:raw")).toBe("none");
});

describe("images", () => {
	const images = (changes: Partial<ReadDeps["images"]>) => ({
		images: { autoResize: true, blocked: false, inspectedElsewhere: () => false, ...changes },
	});

	verifies("tools-files:read:image", async () => {
		const small = solidPng(30, 20);
		await using project = await workspace({
			"s.dat": small,
			"l.png": solidPng(4000, 1000),
			"broken.png": small.slice(0, 20),
		});
		expect(await contentOf(project.path, "s.dat")).toEqual([
			{ type: "text", text: "Read image file [image/png]" },
			{ type: "image", data: Buffer.from(small).toString("base64"), mimeType: "image/png" },
		]);
		const [text, image] = (await contentOf(project.path, "l.png")) as Array<{
			type: string;
			text?: string;
			data?: string;
		}>;
		expect(text?.text).toBe(
			"Read image file [image/png]\n[Image: original 4000x1000, displayed at 2000x500. Multiply coordinates by 2.00 to map to original image.]",
		);
		expect(await new Bun.Image(Buffer.from(image?.data ?? "", "base64")).metadata()).toMatchObject({
			width: 2000,
			height: 500,
		});
		expect(await contentOf(project.path, "s.dat", images({ inspectedElsewhere: () => true }))).toBe(
			`Image metadata\n- MIME: image/png\n- Bytes: ${small.length} (${small.length}B)\n- Size: 30x20\n- Channels: 3\n- Alpha: no\n\nCall inspect_image with this path to find out what it shows.`,
		);
		await expect(contentOf(project.path, "broken.png")).rejects.toThrow("Cannot decode image 'broken.png'");
	});

	test("blocked images are described, large ones refused", async () => {
		await using project = await workspace({
			"s.png": solidPng(3, 2),
			"h.png": Buffer.concat([noisePng(10, 10), Buffer.alloc(21 * 1024 * 1024)]),
		});
		expect(await contentOf(project.path, "s.png", images({ blocked: true }))).toEqual([
			{ type: "text", text: "Read image file [image/png]\n[Images are not sent to models: images.blockImages is on]" },
		]);
		await expect(contentOf(project.path, "h.png")).rejects.toThrow(
			"Image 'h.png' is too large (21.0MB; at most 20.0MB)",
		);
	});
});

verifies("tools-files:read:conflicts", async () => {
	const text =
		"top\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\nmid\n<<<<<<< HEAD\na\n||||||| base\nb\n=======\nc\n>>>>>>> feature\n";
	await using project = await workspace({ "a.ts": text, "fine.ts": "x\n" });
	const tool = readIn(project.path, { conflicts: new ConflictIndex() });
	const read = async (path: string) => (await runTool(tool, { path })).content;
	const { content, details } = await runTool(tool, { path: "a.ts:conflicts" });
	expect(String(content).split("\n")).toEqual([
		"⚠ 2 unresolved conflict(s) in a.ts",
		"ours: HEAD",
		"theirs: feature",
		expect.stringContaining("write the final text to conflict://<id>"),
		...["", "#1  L2-6", "<<<<<<< HEAD", "ours", "=======", "theirs", ">>>>>>> feature"],
		...["", "#2  L8-14 (3-way)", "<<<<<<< HEAD", "a", "||||||| base", "b", "=======", "c", ">>>>>>> feature"],
	]);
	expect(details).toEqual({ resolvedPath: project.file("a.ts"), conflictCount: 2 });
	expect(await read("conflict://1")).toBe("#1  a.ts:2-6\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature");
	expect(await read("conflict://2/base")).toBe("b");
	expect(await read("fine.ts:conflicts")).toBe("No unresolved conflicts in fine.ts");
	await expect(read("conflict://*")).rejects.toThrow("conflict://* can only be written");
	await expect(read("conflict://7")).rejects.toThrow("Conflict 7 not found. Known: 1, 2");
});

test("of many conflicts the first are shown whole, the others only by their place", async () => {
	const block = (lines: number) => `<<<<<<< HEAD\n${"ours\n".repeat(lines)}=======\ntheirs\n>>>>>>> feature\n`;
	await using project = await workspace({ "a.ts": `${block(10)}${block(200)}${block(1)}` });
	const tool = readIn(project.path, { conflicts: new ConflictIndex() });
	const rows = String((await runTool(tool, { path: "a.ts:conflicts" })).content).split("\n");
	expect(rows.slice(-5)).toEqual([
		">>>>>>> feature",
		"#2  L15-218",
		"#3  L219-223",
		"",
		"Those without text: read conflict://<id>, or conflict://<id>/ours, /theirs or /base for a side.",
	]);
});

describe("internal URLs", () => {
	const scheme = (name: string, resource: UrlResource) => ({ scheme: name, resolve: async () => resource });

	verifies("tools-files:read:internal-url", async () => {
		await using project = await workspace({ "artifact.log": lines(20_000), "note.md": "one\ntwo\n" });
		const urls = urlRouter(() => [
			scheme("rule", { text: lines(400) }),
			scheme("skill", { text: lines(400), unpaged: "without-selector" }),
			scheme("agent", { text: '{"found":1}', unpaged: "always" }),
			scheme("artifact", { text: "", backingPath: project.file("artifact.log") }),
			scheme("local", { text: "", backingPath: project.file("note.md"), mutable: true }),
			scheme("https", { text: "page" }),
		]);
		const read = (path: string) => contentOf(project.path, path, { urls, display: anchored });
		expect(await read("rule://x")).toEndWith("line 300\n\n[Showing lines 1-300 of 400. Use :301 to continue]");
		expect(await read("rule://x:399")).toBe("line 399\nline 400");
		expect(await read("skill://x")).toEndWith("line 400\n");
		expect(await read("skill://x:2-2:raw")).toBe("line 2");
		expect(await read("agent://a/found")).toBe('{"found":1}');
		await expect(read("agent://a/found:1-2")).rejects.toThrow("Cannot combine query extraction with line selectors");
		expect(await read("artifact://1:20000")).toBe("line 20000");
		expect(await read("artifact://1:raw")).toMatch(
			/^line 1\n[\s\S]*\nline \d+\n\n\[Bytes 0-\d+ of 208894 \([\d.]+KB\)\. Use artifact:\/\/1:raw@\d+ to continue\]$/,
		);
		expect(await read("local://note.md")).toBe(`[local://note.md#${snapshotTag("one\ntwo\n")}]\n1:one\n2:two`);
		expect(await read("www.example.org")).toBe("page");
		await expect(read("nope://x")).rejects.toThrow(
			"Supported schemes: agent://, artifact://, https://, local://, rule://, skill://",
		);
	});

	test("what is one line is read by bytes, page by page, and nothing is lost or cut inside a character", async () => {
		const json = JSON.stringify(Array.from({ length: 4000 }, (_, index) => `Stück ${index} ✓`));
		await using project = await workspace({ "artifact.log": json, "local.json": json });
		const urls = urlRouter(() => [
			scheme("artifact", { text: "", backingPath: project.file("artifact.log") }),
			scheme("rule", { text: json }),
		]);
		for (const start of ["artifact://1:raw", "rule://x:raw", "local.json:raw"]) {
			let all = "";
			for (let path: string | undefined = start; path !== undefined; ) {
				const page: string = String(await contentOf(project.path, path, { urls }));
				const [, text = "", next]: readonly (string | undefined)[] =
					/^([\s\S]*)\n\n\[Bytes [^\]]*?(?: Use (\S+) to continue)?\]$/.exec(page) ?? [];
				expect(text.length).toBeGreaterThan(0);
				all += text;
				path = next;
			}
			expect(all).toBe(json);
		}
		await expect(contentOf(project.path, "artifact://1:raw@999999", { urls })).rejects.toThrow("beyond the end");
	});

	test("details say where it came from", async () => {
		await using project = await workspace();
		const urls = urlRouter(() => [scheme("https", { text: "page", notes: ["cached"] }), scheme("rule", { text: "r" })]);
		const details = async (path: string) => (await runTool(readIn(project.path, { urls }), { path })).details;
		expect(await details("https://a.org")).toMatchObject({
			kind: "url",
			url: "https://a.org",
			notes: ["cached"],
			meta: { source: { type: "url", value: "https://a.org" } },
		});
		expect(await details("rule://r")).toMatchObject({
			url: "rule://r",
			meta: { source: { type: "internal", value: "rule://r" } },
		});
	});

	test("without a router a URL is not found", async () => {
		await using project = await workspace();
		await expect(contentOf(project.path, "rule://x")).rejects.toThrow("Path 'rule://x' not found");
	});
});
