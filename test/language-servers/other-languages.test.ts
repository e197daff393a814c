import { expect } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { foundPlaces, installedPrograms, lsp, needsServers, pathWithServers, results } from "./real-servers.ts";

/** Servers that know no project: they look at one file, or at files that name each other. */
needsServers("git", "shellcheck")("Bash: an error is found, a function is renamed, and the script runs", async () => {
	await using omp = await ompProject({
		files: {
			"lib.sh": 'greet() {\n\techo "hello $1"\n}\n',
			"run.sh": "#!/bin/bash\nsource ./lib.sh\ngreet you\ngreet me\n",
			"broken.sh": "#!/bin/bash\nif true; then\n\techo x\n",
		},
	});
	await omp.files.git("init", "-q");
	const [broken = "", references = "", rename = ""] = await results(omp, [
		lsp({ action: "diagnostics", file: "broken.sh" }),
		lsp({ action: "references", file: "run.sh", line: 3, symbol: "greet" }),
		lsp({ action: "rename", file: "run.sh", line: 3, symbol: "greet", new_name: "welcome" }),
	]);
	expect(broken).toContain("error(s)");
	expect(foundPlaces(references).sort()).toEqual(["lib.sh:1:1", "run.sh:3:1", "run.sh:4:1"]);
	expect(rename).toContain("Applied rename:");
	expect((await runCommand(["bash", "run.sh"], { cwd: omp.path })).stdout).toBe("hello you\nhello me\n");
});

needsServers("git")("JSON, YAML, CSS and HTML: an error is found in each, and gone when it is fixed", async () => {
	await using omp = await ompProject({
		files: {
			"package.json": "{}\n",
			"data.json": '{ "a": 1,, }\n',
			"page.html": "<!doctype html>\n<html><body><style>p { color: }</style></body></html>\n",
			"style.css": "p { color: ; }\nq { colour: red; }\n",
			"config.yaml": "a: [1, 2\nb: 3\n",
		},
	});
	await omp.files.git("init", "-q");
	const fixed = { "data.json": '{ "a": 1 }\n', "style.css": "p { color: red; }\n", "config.yaml": "a: [1, 2]\nb: 3\n" };
	const names = ["data.json", "style.css", "config.yaml", "page.html"];
	const texts = await results(omp, [
		...names.map((file) => lsp({ action: "diagnostics", file })),
		...Object.entries(fixed).flatMap(([path, content]) => [
			{ tool: "write", args: { i: "Fix", path, content } },
			lsp({ action: "diagnostics", file: path }),
		]),
	]);
	const [json, css, yaml, html] = texts;
	expect(json).toMatch(/1:\d+ \[error\]/);
	expect(css).toMatch(/1:\d+ \[error\] \[css\] property value expected/);
	expect(css).toMatch(/2:\d+ \[warning\] \[css\] Unknown property: 'colour'/);
	expect(yaml).toMatch(/\[error\] \[YAML\]/);
	expect(html).toMatch(/\[error\] \[css\] property value expected/);
	expect([texts[5], texts[7], texts[9]]).toEqual(["OK", "OK", "OK"]);
});

needsServers("git")("CSS: a variable is renamed wherever it is used", async () => {
	await using omp = await ompProject({
		files: {
			"package.json": "{}\n",
			"style.css": ":root { --ink: black; }\np { color: var(--ink); }\nq { color: var(--ink); }\n",
		},
	});
	const [references = "", rename = ""] = await results(omp, [
		lsp({ action: "references", file: "style.css", line: 1, symbol: "--ink" }),
		lsp({ action: "rename", file: "style.css", line: 1, symbol: "--ink", new_name: "--text" }),
	]);
	expect(foundPlaces(references)).toEqual(["style.css:1:9", "style.css:2:16", "style.css:3:16"]);
	expect(rename).toContain("Applied rename:");
	expect(await omp.files.read("style.css")).toBe(
		":root { --text: black; }\np { color: var(--text); }\nq { color: var(--text); }\n",
	);
});

needsServers("git")("ESLint: its problems stand beside those of TypeScript, and its fix is applied", async () => {
	await using omp = await ompProject({
		files: {
			"package.json": '{ "type": "module" }\n',
			"eslint.config.js": 'export default [{ files: ["**/*.js"], rules: { "no-var": "error" } }];\n',
			"a.js": "var one = 1;\nexport { one };\n",
		},
	});
	await mkdir(omp.files.file("node_modules"));
	await symlink(join(installedPrograms, "../eslint"), omp.files.file("node_modules/eslint"));
	const calls = [
		lsp({ action: "diagnostics", file: "a.js" }),
		lsp({
			action: "code_actions",
			file: "a.js",
			line: 1,
			symbol: "var",
			query: "Fix this no-var problem",
			apply: true,
		}),
		lsp({ action: "status" }),
	];
	const path = await pathWithServers(omp);
	// Its configuration is a program of the project.
	const [untrusted, status] = await results(
		omp,
		[calls[0], calls[2]].flatMap((call) => call ?? []),
		{ path },
	);
	expect(untrusted).toBe("OK");
	expect(status).toContain("eslint");
	const [found = "", applied = ""] = await results(omp, calls, { path, args: ["--trust"] });
	expect(found).toMatch(/1:1 \[error\] \[eslint\] Unexpected var, use let or const instead\. \(no-var\)/);
	expect(applied).toContain("Applied");
	expect(await omp.files.read("a.js")).toMatch(/^(?:let|const) one = 1;\nexport \{ one \};\n$/);
});
