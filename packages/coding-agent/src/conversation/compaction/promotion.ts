import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { LiveContext } from "../live-context.ts";
import { promotionTarget } from "../recovery/context-promotion.ts";
import type { ModelDirectory } from "../recovery/model-directory.ts";

/** Goes over to the larger sibling of the model, where it has one, instead of making the context smaller. */
export class Promotion {
	constructor(
		private readonly live: LiveContext,
		private readonly models: ModelDirectory,
		private readonly isEnabled: () => boolean,
	) {}

	/** `prepare` is called when it is certain that the other model takes over. */
	async promote(prepare?: () => void): Promise<boolean> {
		const { model } = this.live.parts;
		if (!model || !this.isEnabled()) return false;
		const target = await promotionTarget(model, this.models);
		if (!target) return false;
		prepare?.();
		await this.live.useModel(target);
		const message = `The context has outgrown ${selectorOf(model)}; ${selectorOf(target)} takes over`;
		await this.live.emit({ type: "notice", level: "info", message, source: "compaction" });
		return true;
	}
}
