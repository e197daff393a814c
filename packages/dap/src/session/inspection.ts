import { asBody, type Body, definedFields, readInteger, readList, readText } from "../protocol/read-body.ts";

export interface DebugThread {
	readonly id: number;
	readonly name: string;
}

export interface DebugFrame {
	readonly id: number;
	readonly name: string;
	/** Of the source file, as the adapter names it. */
	readonly path?: string;
	readonly line: number;
	readonly column: number;
	readonly instructionPointer?: string;
	/** A part of a runtime or library that is of no interest. */
	readonly isSubtle: boolean;
}

export interface DebugScope {
	readonly name: string;
	/** `0` when it has no variables. */
	readonly variablesReference: number;
	readonly isExpensive: boolean;
}

export interface DebugVariable {
	readonly name: string;
	readonly value: string;
	readonly type?: string;
	/** `0` when there is nothing inside. */
	readonly variablesReference: number;
	readonly memoryReference?: string;
}

export interface Evaluation {
	readonly result: string;
	readonly type?: string;
	readonly variablesReference: number;
	readonly memoryReference?: string;
}

export interface Instruction {
	readonly address: string;
	readonly instruction: string;
	readonly symbol?: string;
	readonly path?: string;
	readonly line?: number;
}

export interface DebugModule {
	readonly id: string;
	readonly name: string;
	readonly path?: string;
	readonly version?: string;
	readonly symbolStatus?: string;
}

export interface DebugSource {
	readonly name?: string;
	readonly path?: string;
}

export interface DataBreakpointInfo {
	/** Absent when there can be none on this. */
	readonly dataId?: string;
	readonly description: string;
	readonly accessTypes: readonly string[];
}

export interface MemoryContent {
	readonly address: string;
	/** Base64. */
	readonly data: string;
	readonly unreadableBytes?: number;
}

const maxThreads = 1000;
const maxFrames = 500;
export const maxVariables = 1000;
const maxInstructions = 2000;
const maxModules = 2000;

export function readThreads({ threads }: Body): DebugThread[] {
	return readList(threads, maxThreads, ({ id, name }) => {
		const number = readInteger(id);
		return number === undefined ? undefined : { id: number, name: readText(name) ?? "" };
	});
}

export function readFrames({ stackFrames }: Body): DebugFrame[] {
	return readList(stackFrames, maxFrames, (frame) => {
		const id = readInteger(frame.id);
		if (id === undefined) return undefined;
		const source = asBody(frame.source);
		// What has a reference is no file, but text that the adapter would have to be asked for.
		const path = readInteger(source.sourceReference) ? undefined : readText(source.path);
		return definedFields({
			id,
			name: readText(frame.name) ?? "?",
			path: path || undefined,
			line: readInteger(frame.line) ?? 0,
			column: readInteger(frame.column) ?? 0,
			instructionPointer: readText(frame.instructionPointerReference),
			isSubtle: frame.presentationHint === "subtle" || frame.presentationHint === "label",
		});
	});
}

export function readScopes({ scopes }: Body): DebugScope[] {
	return readList(scopes, 50, ({ name, variablesReference, expensive }) => ({
		name: readText(name) ?? "?",
		variablesReference: readInteger(variablesReference) ?? 0,
		isExpensive: expensive === true,
	}));
}

export function readVariables({ variables }: Body): DebugVariable[] {
	return readList(variables, maxVariables, ({ name, value, type, variablesReference, memoryReference }) =>
		definedFields({
			name: readText(name) ?? "?",
			value: readText(value) ?? "",
			type: readText(type) || undefined,
			variablesReference: readInteger(variablesReference) ?? 0,
			memoryReference: readText(memoryReference),
		}),
	);
}

export function readEvaluation({ result, type, variablesReference, memoryReference }: Body): Evaluation {
	return definedFields({
		result: readText(result) ?? "",
		type: readText(type) || undefined,
		variablesReference: readInteger(variablesReference) ?? 0,
		memoryReference: readText(memoryReference),
	});
}

export function readInstructions({ instructions }: Body): Instruction[] {
	return readList(instructions, maxInstructions, ({ address, instruction, symbol, location, line }) =>
		definedFields({
			address: readText(address) ?? "",
			instruction: readText(instruction) ?? "",
			symbol: readText(symbol) || undefined,
			path: readText(asBody(location).path),
			line: readInteger(line),
		}),
	);
}

export function readModules({ modules }: Body): DebugModule[] {
	return readList(modules, maxModules, ({ id, name, path, version, symbolStatus }) =>
		definedFields({
			id: String(readInteger(id) ?? readText(id) ?? ""),
			name: readText(name) ?? "",
			path: readText(path),
			version: readText(version),
			symbolStatus: readText(symbolStatus),
		}),
	);
}

export function readSources({ sources }: Body): DebugSource[] {
	return readList(sources, maxModules, ({ name, path }) =>
		definedFields({ name: readText(name), path: readText(path) }),
	);
}

export function readDataBreakpointInfo({ dataId, description, accessTypes }: Body): DataBreakpointInfo {
	return definedFields({
		dataId: readText(dataId),
		description: readText(description) ?? "",
		accessTypes: Array.isArray(accessTypes) ? accessTypes.slice(0, 3).map(String) : [],
	});
}

export function readMemoryContent({ address, data, unreadableBytes }: Body): MemoryContent {
	return definedFields({
		address: readText(address) ?? "",
		data: typeof data === "string" ? data : "",
		unreadableBytes: readInteger(unreadableBytes),
	});
}
