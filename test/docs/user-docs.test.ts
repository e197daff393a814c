import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { commands } from "../../packages/coding-agent/src/cli/commands.ts";
import { launchFlags } from "../../packages/coding-agent/src/startup/flags.data.ts";
import { docs } from "../../packages/coding-agent/src/urls/docs.data.ts";

const folder = join(import.meta.dir, "../../docs");
const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

test("docs: the index links every page, and every page is embedded", () => {
	const linked = [...textOf("README.md").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
	expect(linked.sort()).toEqual(names.filter((name) => name !== "README.md").sort());
	expect(Object.keys(docs).sort()).toEqual([...names].sort());
});

test("docs: a link to a section names one that is there", () => {
	for (const name of names) {
		for (const [link, file, anchor = ""] of textOf(name).matchAll(/\]\(([\w-]*(?:\.md)?)#([\w-]+)\)/g)) {
			const headings = [...textOf(file || name).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => slug(title));
			expect(headings, `${name} links ${link}`).toContain(anchor);
		}
	}
});

function slug(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\w\- ]/g, "")
		.replaceAll(" ", "-");
}

/** The omp commands of shell blocks: `omp`, what follows it, up to a comment or a pipe. */
function shownCommands(): { name: string; words: string[] }[] {
	return names.flatMap((name) =>
		[...textOf(name).matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
			.flatMap(([, block = ""]) => block.split("\n"))
			.flatMap((line) => /(?:^|\| |^PI_\w+=\w+ )omp( .*)?$/.exec(line)?.slice(1, 2) ?? [])
			.map((rest = "") => ({ name, words: rest.replace(/\s#.*$/, "").match(/"[^"]*"|'[^']*'|\S+/g) ?? [] })),
	);
}

test("docs: shell examples use commands and flags that exist", async () => {
	const shown = shownCommands();
	expect(shown.length).toBeGreaterThan(30);
	for (const { name, words } of shown) {
		const command = commands.find((entry) => entry.name === words[0]);
		const known = command ? (await command.completionSpec()).flags : launchFlags;
		const flags = words.slice(0, words.includes("--") ? words.indexOf("--") : undefined);
		for (const flag of flags.filter((word) => word.startsWith("-"))) {
			const isKnown = [...known, { name: "version", alias: "v" }, { name: "profile" }].some((candidate) => {
				const alias = "alias" in candidate ? candidate.alias : undefined;
				return flag.split("=")[0] === `--${candidate.name}` || flag === `-${alias}`;
			});
			expect(isKnown, `${name}: omp ${words.join(" ")}`).toBe(true);
		}
	}
});

test("docs: omp:// serves the index and each page it names", async () => {
	await using omp = await ompProject();
	const { stdout } = await omp.run(["read", "omp://"]);
	for (const name of names) expect(stdout).toContain(`omp://${name}: `);
	expect((await omp.run(["read", "omp://troubleshooting.md:raw"])).stdout).toBe(textOf("troubleshooting.md"));
});
