import type { SgRoot } from "@ast-grep/wasm";
import { once } from "@oh-my-pi/pi-utils/once";
import type { SourceLanguage } from "../languages.data.ts";
import { findShippedFile } from "../shipped-file.ts";
import { treeSitter } from "./syntax.ts";

export type { SgNode as StructuralNode, SgRoot as StructuralRoot } from "@ast-grep/wasm";

type Engine = typeof import("@ast-grep/wasm");

/**
 * Parses a text to search for patterns such as `foo($A, $$$REST)`; `undefined` when the grammar is not installed. An
 * invalid pattern makes `find` and `findAll` throw. `free()` the root afterwards, as it is not garbage-collected.
 */
export async function parseForPatterns(language: SourceLanguage, text: string): Promise<SgRoot | undefined> {
	const engine = await engineFor(language);
	return engine?.parse(language.id, text);
}

const loadedEngine = once(loadEngine);
const registered = new Map<string, Promise<boolean>>();

async function engineFor(language: SourceLanguage): Promise<Engine | undefined> {
	const engine = await loadedEngine();
	let ready = registered.get(language.id);
	if (!ready) {
		ready = register(engine, language);
		registered.set(language.id, ready);
	}
	return (await ready) ? engine : undefined;
}

async function register(engine: Engine, { id, grammar, metaVariableChar }: SourceLanguage): Promise<boolean> {
	if (!findShippedFile(grammar)) return false;
	const expandoChar = metaVariableChar === undefined ? {} : { expandoChar: metaVariableChar };
	await engine.registerDynamicLanguage({ [id]: { libraryPath: grammar, ...expandoChar } });
	return true;
}

/** The package's entry imports WebAssembly as a module, which Bun resolves to a path; this does it by hand. */
async function loadEngine(): Promise<Engine> {
	const [glue, { Language }] = await Promise.all([import("@ast-grep/wasm/wasm_bg.js"), treeSitter()]);
	// ast-grep loads grammars by path, and ours may be inside the executable.
	const load = Language.load.bind(Language);
	Language.load = (input) => load(typeof input === "string" ? (findShippedFile(input)?.bytes() ?? input) : input);
	const engine = findShippedFile("@ast-grep/wasm/wasm_bg.wasm");
	if (!engine) throw new Error("@ast-grep/wasm is not installed");
	const { instance } = await WebAssembly.instantiate(engine.bytes(), {
		"./wasm_bg.js": glue as unknown as WebAssembly.ModuleImports,
	});
	const { __wbindgen_start: start } = instance.exports;
	glue.__wbg_set_wasm(instance.exports);
	if (typeof start === "function") start();
	await glue.initializeTreeSitter();
	return glue;
}
