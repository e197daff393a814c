import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const fileCount = 2000;
const folderFiles = 50;

/** Where a file of the project is; it imports the three before it. */
export function filePath(index: number): string {
	return `src/part${Math.floor(index / folderFiles)}/file${index}.ts`;
}

/** The text of a file. A mark makes it another text, a broken one has an error of types at its end. */
export function fileText(index: number, change: { readonly mark?: number; readonly isBroken?: boolean } = {}): string {
	const { mark, isBroken = false } = change;
	const used = [1, 2, 3].map((back) => index - back).filter((other) => other >= 0);
	const lines = used.map(
		(other) =>
			`import { type Item${other}, make${other} } from "../part${Math.floor(other / folderFiles)}/file${other}.ts";`,
	);
	lines.push(
		`export interface Item${index} {\n\tid: number;\n\tname: string;\n\ttags: readonly string[];\n}`,
		`export function make${index}(id: number): Item${index} {\n\treturn { id, name: "item" + id, tags: ["a", "b"] };\n}`,
		...used.map(
			(other) =>
				`export function from${other}(item: Item${other}): Item${index} {\n\tconst { id, name, tags } = item;\n\treturn { ...make${index}(id + ${other}), name: name.toUpperCase(), tags: tags.map((tag) => tag + ${other}) };\n}\nexport const first${other} = from${other}(make${other}(${other}));`,
		),
	);
	if (mark !== undefined) lines.push(`export const mark: number = ${isBroken ? `"${mark}"` : mark};`);
	return `${lines.join("\n")}\n`;
}

export async function writeLargeProject(root: string): Promise<void> {
	for (let index = 0; index < fileCount; index += folderFiles) {
		await mkdir(join(root, "src", `part${index / folderFiles}`), { recursive: true });
		const indexes = Array.from({ length: folderFiles }, (_, offset) => index + offset);
		await Promise.all(indexes.map((one) => writeFile(join(root, filePath(one)), fileText(one))));
	}
	const compilerOptions = {
		strict: true,
		noEmit: true,
		target: "es2022",
		module: "esnext",
		moduleResolution: "bundler",
		allowImportingTsExtensions: true,
	};
	await writeFile(join(root, "package.json"), "{}\n");
	await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
}
