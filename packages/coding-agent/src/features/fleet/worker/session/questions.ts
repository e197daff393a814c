import type { TaskSpec } from "@oh-my-pi/pi-fleet/contract/task";
import { otherLabel } from "@oh-my-pi/pi-tools/services/question";
import type { Frame } from "./agent-child.ts";

/** What a dialog of the child is answered with. */
export type DialogAnswer = { readonly value: string } | { readonly confirmed: boolean } | { readonly cancelled: true };

export interface AskedQuestion {
	/** Of the dialog. */
	readonly id: string;
	readonly text: string;
	readonly options: readonly string[] | undefined;
	/** Whether something may be done, rather than what. */
	readonly isApproval: boolean;
	readonly method: string;
}

/** `undefined` for what only informs. */
export function readQuestion(frame: Frame): AskedQuestion | undefined {
	const { id, method, title, message, options } = frame;
	if (typeof id !== "string" || typeof method !== "string") return undefined;
	if (!["select", "confirm", "input", "editor"].includes(method)) return undefined;
	const text = [title, method === "confirm" ? message : undefined]
		.filter((part) => typeof part === "string")
		.join("\n");
	const labels = Array.isArray(options) ? options.map(String) : undefined;
	const isApproval = method === "confirm" || (labels?.length === 2 && labels[0] === "Approve" && labels[1] === "Deny");
	return { id, text, options: labels, isApproval, method };
}

export const nobodyText =
	"Nobody is there to answer. Decide yourself what serves the task best, and say in your last reply what you decided and why.";

/** Gives the answers of people, or says that nobody is there. */
export class Questions {
	/** Words that the follow-up dialog of an answer asks for. */
	#words: string | undefined;

	/** Whether somebody must be waited for. */
	mustAsk(question: AskedQuestion, policy: TaskSpec["questions"], isAttended: boolean): "ask" | "decide" | "fail" {
		if (this.#words !== undefined && question.method === "input") return "decide";
		if (isAttended) return "ask";
		// Leaving the sandbox and the like: a no lets the model look for another way.
		if (question.isApproval && policy !== "wait") return "decide";
		return policy === "wait" ? "ask" : policy;
	}

	/** Without anybody. */
	decide({ options, method, isApproval }: AskedQuestion): DialogAnswer {
		if (method === "confirm") return { confirmed: false };
		if (isApproval) return { value: "Deny" };
		if (method === "select") {
			if (options?.includes(otherLabel)) {
				this.#words = nobodyText;
				return { value: otherLabel };
			}
			return { cancelled: true };
		}
		const words = this.#words ?? nobodyText;
		this.#words = undefined;
		return { value: words };
	}

	/** What somebody said. Anything that is no option is taken as their own words. */
	answer({ options, method }: AskedQuestion, value: string): DialogAnswer {
		if (method === "confirm") return { confirmed: /^(y|yes|approve|true|ok)$/i.test(value.trim()) };
		if (method !== "select" || options?.includes(value)) return { value };
		const byNumber = /^\d+$/.test(value.trim()) ? options?.[Number(value.trim()) - 1] : undefined;
		if (byNumber !== undefined) return { value: byNumber };
		if (options?.includes(otherLabel)) {
			this.#words = value;
			return { value: otherLabel };
		}
		return { value: "Deny" };
	}
}
