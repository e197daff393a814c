import type { Block } from "./block.ts";
import type { BlockLook } from "./block-view.ts";
import { assistantLook } from "./blocks/assistant.ts";
import { noticeLook } from "./blocks/notice.ts";
import { toolLook } from "./blocks/tool.ts";
import { userLook } from "./blocks/user.ts";
import { userRunLook } from "./blocks/user-run.ts";

/** Every kind of block and how it looks. */
export const blockLooks: { readonly [Kind in Block["kind"]]: BlockLook<Extract<Block, { kind: Kind }>> } = {
	user: userLook,
	assistant: assistantLook,
	tool: toolLook,
	notice: noticeLook,
	user_run: userRunLook,
};
