import { reportDefect } from "@oh-my-pi/pi-utils/defect";
import { Registry } from "@oh-my-pi/pi-utils/registry";
import type { Block, CustomBlock } from "../reduce/block.ts";
import { adviceRenderer } from "./blocks/advice.ts";
import { assistantRenderer } from "./blocks/assistant.ts";
import { customRenderer } from "./blocks/custom.ts";
import { errorRenderer, jobRenderer, noticeRenderer, reminderRenderer, statusRenderer } from "./blocks/notices.ts";
import { readsRenderer } from "./blocks/reads.ts";
import { reviewRenderer } from "./blocks/review.ts";
import { runEndRenderer } from "./blocks/run-end.ts";
import { ruleRenderer, summaryRenderer } from "./blocks/summary.ts";
import { toolRenderer } from "./blocks/tool.ts";
import { userRenderer } from "./blocks/user.ts";
import { userRunRenderer } from "./blocks/user-run.ts";
import type { BlockRenderer, ThinkingRenderer } from "./parts/block-view.ts";

type RenderersByKind = { readonly [Kind in Block["kind"]]: BlockRenderer<Extract<Block, { kind: Kind }>> };

/** How each kind of block is drawn. Custom messages can have a renderer of their own, by their type. */
export class BlockRenderers {
	readonly #byKind: RenderersByKind;
	readonly #byMessageType = new Registry<BlockRenderer<CustomBlock>>();
	/** Draws thoughts; `undefined` for the usual look. */
	thinking: ThinkingRenderer | undefined;

	constructor(byKind: RenderersByKind) {
		this.#byKind = byKind;
		for (const [kind, renderer] of Object.entries(byKind)) {
			if (renderer === undefined) reportDefect(`The transcript block "${kind}" has no renderer`);
		}
	}

	/** Draws custom messages of a type with this renderer; gives the function that removes it again. */
	addMessage(customType: string, renderer: BlockRenderer<CustomBlock>): () => void {
		return this.#byMessageType.add(customType, renderer);
	}

	of(block: Block): BlockRenderer<Block> {
		const custom = block.kind === "custom" ? this.#byMessageType.get(block.label) : undefined;
		// The renderer was found by the kind of the very block that it is given.
		return (custom ?? this.#byKind[block.kind]) as BlockRenderer<Block>;
	}
}

export function builtInBlockRenderers(): BlockRenderers {
	const renderers = new BlockRenderers({
		user: userRenderer,
		assistant: assistantRenderer,
		tool: toolRenderer,
		reads: readsRenderer,
		notice: noticeRenderer,
		user_run: userRunRenderer,
		status: statusRenderer,
		error: errorRenderer,
		summary: summaryRenderer,
		custom: customRenderer,
		reminder: reminderRenderer,
		job: jobRenderer,
		rule: ruleRenderer,
		run_end: runEndRenderer,
	});
	for (const [type, renderer] of messageRenderers) renderers.addMessage(type, renderer);
	return renderers;
}

/** Custom messages of omp itself, by their type. */
const messageRenderers: ReadonlyArray<readonly [string, BlockRenderer<CustomBlock>]> = [
	["advisor", adviceRenderer],
	["review", reviewRenderer],
];
