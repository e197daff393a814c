import { ptr } from "bun:ffi";
import { BoxError } from "../../box-error.ts";
import { type Architecture, type CallName, callNumber } from "./system-calls.data.ts";

/** Where the result of a call is kept for later ones. */
export interface Slot {
	readonly slot: number;
}

/** A place in a program that is jumped to. */
export interface Label {
	index: number;
}

/** Texts and bytes are copied, and passed as pointers. */
export type Argument = number | string | Uint8Array | Slot;

export interface CallOptions {
	readonly into?: Slot;
	/** What an error does; by default the program fails. */
	readonly onError?: "ignore" | Label;
	/** Names the step in a message. */
	readonly purpose?: string;
}

/**
 * A list of system calls as data. After a fork nothing of Bun may run, so all that happens there is computed before, and machine
 * code (`run-program-x64.S`) goes through the list.
 */
export class Program {
	readonly architecture: Architecture;
	readonly #steps = new Int32Array(maxSteps * stepLength * 2);
	readonly #purposes: string[] = [];
	readonly #jumps: { readonly step: number; readonly field: number; readonly label: Label }[] = [];
	/** What the pointers point to: it never moves. */
	readonly #memory = new Uint8Array(memorySize);
	readonly #address = Number(ptr(this.#memory));
	readonly #values = new BigInt64Array(maxSlots);
	/** Memory of callers, which is pointed to as well. */
	readonly #kept: Uint8Array[] = [];
	#used = 0;
	#slots = firstSlot;

	constructor(architecture: Architecture) {
		this.architecture = architecture;
	}

	slot(): Slot {
		if (this.#slots === maxSlots) throw new BoxError(`The policy names too many paths: more than ${maxSlots} mounts`);
		return { slot: this.#slots++ };
	}

	label(): Label {
		return { index: -1 };
	}

	/** The label stands for the next step. */
	place(label: Label): void {
		label.index = this.#purposes.length;
	}

	call(name: CallName, args: readonly Argument[], { into, onError, purpose }: CallOptions = {}): void {
		const number = callNumber(name, this.architecture);
		if (number < 0) throw new Error(`There is no system call ${name} on ${this.architecture}`);
		const step = this.#add(number, args, purpose ?? name);
		if (into) this.#set(step, fields.into, into.slot);
		if (onError === "ignore") this.#set(step, fields.onError, errors.ignore);
		else if (onError) this.#jumps.push({ step, field: fields.onError, label: onError });
	}

	/** Goes on at the label if the value is not zero: in the parent, after a fork. */
	jumpUnlessZero(value: Slot, label: Label): void {
		const step = this.#add(operations.jump, [value, 0], "jump");
		this.#jumps.push({ step, field: 2, label });
	}

	/** From here on an error is written to the descriptor as two numbers, step and errno, and ends the process. */
	reportTo(descriptor: number): void {
		this.#add(operations.report, [descriptor], "report");
	}

	end(): void {
		this.#add(operations.end, [], "end");
	}

	purposeOf(step: number): string {
		return this.#purposes[step] ?? `step ${step}`;
	}

	/** For the machine code. It is valid as long as the program is. */
	encode(): { readonly steps: Int32Array; readonly values: BigInt64Array } {
		for (const { step, field, label } of this.#jumps) this.#set(step, field, label.index);
		return { steps: this.#steps, values: this.#values };
	}

	/** The address of a copy, or of a text that ends with a zero. */
	copy(content: string | Uint8Array): number {
		const text = typeof content === "string";
		const size = text ? Buffer.byteLength(content) + 1 : content.length;
		const start = Math.ceil(this.#used / 8) * 8;
		if (start + size > memorySize) {
			const bytes = text ? Buffer.from(`${content}\0`) : content.slice();
			this.#kept.push(bytes);
			return Number(ptr(bytes));
		}
		this.#used = start + size;
		if (text) encoder.encodeInto(content, this.#memory.subarray(start));
		else this.#memory.set(content, start);
		return this.#address + start;
	}

	/** The address of an array of pointers to texts that ends with a null pointer. */
	texts(list: readonly string[]): number {
		const pointers = list.map((text) => BigInt(this.copy(text)));
		return this.copy(new Uint8Array(new BigInt64Array([...pointers, 0n]).buffer));
	}

	/** Where the value of a slot is in memory. */
	addressOfSlot({ slot }: Slot): number {
		return Number(ptr(this.#values)) + slot * 8;
	}

	#add(operation: number, args: readonly Argument[], purpose: string): number {
		const step = this.#purposes.length;
		if (step >= maxSteps) throw new BoxError(`The policy names too many paths: more than ${maxSteps} steps`);
		this.#purposes.push(purpose);
		let slots = 0;
		this.#set(step, 0, operation);
		args.forEach((argument, index) => {
			const isSlot = typeof argument === "object" && "slot" in argument;
			if (isSlot) slots |= 1 << index;
			this.#set(
				step,
				index + 1,
				typeof argument === "number" ? argument : isSlot ? argument.slot : this.copy(argument),
			);
		});
		this.#set(step, fields.slots, slots);
		this.#set(step, fields.into, -1);
		this.#set(step, fields.onError, errors.fail);
		return step;
	}

	/** Steps are numbers of 64 bits. */
	#set(step: number, field: number, value: number): void {
		const at = (step * stepLength + field) * 2;
		this.#steps[at] = value | 0;
		this.#steps[at + 1] = Math.floor(value / 2 ** 32);
	}
}

/** As in the machine code: operation, six arguments, then these. */
const fields = { slots: 7, into: 8, onError: 9 } as const;
const stepLength = 10;
const operations = { end: -1, jump: -2, report: -3 } as const;
const errors = { fail: -1, ignore: -2 } as const;
/** The first two values say which step failed, and why. */
const firstSlot = 2;
const maxSlots = 4096;
const maxSteps = 32768;
const memorySize = 2 ** 20;
const encoder = new TextEncoder();
