import type { InputOp, RunOp } from "../contract/op.ts";
import type { UserInput } from "../hooks/hook.ts";

interface InputPorts {
	/** What hooks make of it; `undefined` when one dealt with it. */
	readonly intercept: (input: UserInput) => Promise<UserInput | undefined>;
	readonly submit: (op: RunOp) => Promise<void>;
}

/** The way of the user's input: hooks see it, then commands, and what is left goes to the model. */
export async function receiveInput(op: InputOp, ports: InputPorts): Promise<void> {
	const { type: _type, runCommand, deliver, ...rawInput } = op;
	const input = await ports.intercept(rawInput);
	const rest = input && (runCommand ? await runCommand(input) : input);
	if (!rest) return;
	const prompt = deliver ? await deliver(rest) : ({ type: "prompt", text: rest.text, images: rest.images } as const);
	if (prompt) await ports.submit(prompt);
}
