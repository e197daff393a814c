import { readFileSync } from "node:fs";
import { join } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

/** The command that checks a whole project. */
export interface ProjectCheck {
	readonly kind: "rust" | "typescript" | "go" | "python";
	readonly line: string;
}

export const projectMarkers = ["Cargo.toml", "tsconfig.json", "go.work", "go.mod", "pyproject.toml"] as const;

/** By the first file that marks a kind of project; `undefined` when there is none. */
export function findProjectCheck(folder: string): ProjectCheck | undefined {
	for (const marker of projectMarkers) {
		if (!isFile(join(folder, marker))) continue;
		switch (marker) {
			case "Cargo.toml":
				return { kind: "rust", line: "cargo check --message-format=short" };
			case "tsconfig.json":
				return { kind: "typescript", line: `${typescriptProgram(folder)} --noEmit` };
			case "go.work":
				return { kind: "go", line: `go build ${goPackages(readFileSync(join(folder, marker), "utf8"))}` };
			case "go.mod":
				return { kind: "go", line: "go build ./..." };
			case "pyproject.toml":
				return { kind: "python", line: "pyright" };
		}
	}
	return undefined;
}

/** Nothing is downloaded for it. */
function typescriptProgram(folder: string): string {
	return isFile(join(folder, "node_modules/.bin/tsc")) ? "node_modules/.bin/tsc" : "npx --no-install tsc";
}

/** The folders that a workspace uses, each with all below it. */
function goPackages(text: string): string {
	const plain = text.replace(/\/\/.*$/gm, "");
	const blocks = [...plain.matchAll(/^\s*use\s*\(([^)]*)\)/gm)].flatMap(([, body = ""]) => body.split("\n"));
	const single = [...plain.matchAll(/^\s*use\s+([^(\s]\S*)/gm)].map(([, folder = ""]) => folder);
	const folders = [...blocks, ...single].map((line) => line.trim().replace(/^["`]|["`]$/g, "")).filter(Boolean);
	const packages = folders.map((folder) => shellWord(`${folder.replace(/\/+$/, "")}/...`));
	return packages.length > 0 ? packages.join(" ") : "./...";
}

function shellWord(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function isFile(path: string): boolean {
	return statOrUndefined(path)?.isFile() ?? false;
}
