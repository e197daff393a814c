import { ScannedOutput } from "../../../dialects/parts/scanned-output.ts";
import type { Reply } from "../../../reply/reply.ts";
import { healingScanner } from "./leaked-markup.ts";

/** Where visible text and reasoning go: into alternating blocks, one open at a time. */
export interface TextOutput {
	text(delta: string): void;
	thinking(delta: string): void;
	/** Signs the open thinking block; false if there is none. */
	sign(proof: string): boolean;
	/** Ends the open block, because another one begins. */
	interrupt(): void;
	/** No more text. In a broken stream, an unfinished call in it is dropped. */
	end(options: { broken: boolean }): void;
}

export function textOutput(reply: Reply, healing: string | undefined, mintId: () => string): TextOutput {
	return healing ? healedOutput(reply, healing, mintId) : plainOutput(reply);
}

function plainOutput(reply: Reply): TextOutput {
	let blocks = 0;
	let open: { kind: "text" | "thinking"; key: string } | undefined;
	const keyFor = (kind: "text" | "thinking") => {
		if (open?.kind !== kind) {
			interrupt();
			open = { kind, key: `${kind}-${blocks++}` };
		}
		return open.key;
	};
	const interrupt = () => {
		if (open) reply.close(open.key);
		open = undefined;
	};
	return {
		text: (delta) => reply.appendText(keyFor("text"), delta),
		thinking: (delta) => reply.appendThinking(keyFor("thinking"), delta),
		sign: (proof) => {
			if (open?.kind !== "thinking") return false;
			reply.sign(open.key, proof);
			return true;
		},
		interrupt,
		end: interrupt,
	};
}

/** Finds leaked markup in the text and moves it to the right blocks. */
function healedOutput(reply: Reply, healing: string, mintId: () => string): TextOutput {
	const scanner = healingScanner(healing);
	const scanned = new ScannedOutput(reply, mintId);
	const native = plainOutput(reply);
	const interrupt = () => {
		native.interrupt();
		scanned.interrupt();
	};
	return {
		text(delta) {
			native.interrupt();
			scanned.write(scanner.push(delta));
		},
		thinking(delta) {
			scanned.interrupt();
			native.thinking(delta);
		},
		sign: native.sign,
		interrupt,
		end({ broken }) {
			const rest = scanner.end();
			scanned.write(broken ? rest.filter((piece) => piece.type !== "unfinished-call") : rest);
			scanned.end();
			native.interrupt();
		},
	};
}
