export interface SourceBreakpoint {
	readonly line: number;
	readonly condition?: string;
}

export interface FunctionBreakpoint {
	readonly name: string;
	readonly condition?: string;
}

export interface InstructionBreakpoint {
	readonly instructionReference: string;
	readonly offset?: number;
	readonly condition?: string;
	readonly hitCondition?: string;
}

export interface DataBreakpoint {
	readonly dataId: string;
	readonly accessType?: "read" | "write" | "readWrite";
	readonly condition?: string;
	readonly hitCondition?: string;
}

/** What an adapter made of a breakpoint. */
export interface BreakpointStatus {
	readonly id?: number;
	readonly verified: boolean;
	/** Where it really is. */
	readonly line?: number;
	readonly message?: string;
}

/** The breakpoints that are wanted. Those in sources and functions outlive a session; addresses do not. */
export class BreakpointSet {
	/** By absolute path, in the order of lines. */
	readonly sources = new Map<string, readonly SourceBreakpoint[]>();
	functions: readonly FunctionBreakpoint[] = [];
	instructions: readonly InstructionBreakpoint[] = [];
	data: readonly DataBreakpoint[] = [];

	get isEmpty(): boolean {
		return this.sources.size === 0 && this.functions.length === 0;
	}

	setSource(path: string, breakpoint: SourceBreakpoint): void {
		const others = (this.sources.get(path) ?? []).filter(({ line }) => line !== breakpoint.line);
		const all = [...others, breakpoint].sort((a, b) => a.line - b.line);
		this.sources.set(path, all);
	}

	/** `false` when there was none. */
	removeSource(path: string, line: number): boolean {
		const before = this.sources.get(path) ?? [];
		const left = before.filter((one) => one.line !== line);
		if (left.length > 0) this.sources.set(path, left);
		else this.sources.delete(path);
		return left.length < before.length;
	}

	setFunction(breakpoint: FunctionBreakpoint): void {
		this.functions = [...this.functions.filter(({ name }) => name !== breakpoint.name), breakpoint];
	}

	removeFunction(name: string): boolean {
		const before = this.functions.length;
		this.functions = this.functions.filter((one) => one.name !== name);
		return this.functions.length < before;
	}

	setInstruction(breakpoint: InstructionBreakpoint): void {
		this.instructions = [...this.instructions.filter((one) => !isSameInstruction(one, breakpoint)), breakpoint];
	}

	removeInstruction(place: InstructionBreakpoint): boolean {
		const before = this.instructions.length;
		this.instructions = this.instructions.filter((one) => !isSameInstruction(one, place));
		return this.instructions.length < before;
	}

	setData(breakpoint: DataBreakpoint): void {
		this.data = [...this.data.filter(({ dataId }) => dataId !== breakpoint.dataId), breakpoint];
	}

	removeData(dataId: string): boolean {
		const before = this.data.length;
		this.data = this.data.filter((one) => one.dataId !== dataId);
		return this.data.length < before;
	}

	/** The session is over, and its addresses mean nothing any more. */
	forgetAddresses(): void {
		this.instructions = [];
		this.data = [];
	}
}

function isSameInstruction(a: InstructionBreakpoint, b: InstructionBreakpoint): boolean {
	return a.instructionReference === b.instructionReference && (a.offset ?? 0) === (b.offset ?? 0);
}
