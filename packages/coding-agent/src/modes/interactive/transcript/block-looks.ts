import type { Block } from "./block.ts";
import type { BlockLook } from "./block-view.ts";
import { assistantLook } from "./blocks/assistant.ts";
import { customLook } from "./blocks/custom.ts";
import { errorLook } from "./blocks/error.ts";
import { jobLook } from "./blocks/job.ts";
import { noticeLook } from "./blocks/notice.ts";
import { readsLook } from "./blocks/reads.ts";
import { reminderLook } from "./blocks/reminder.ts";
import { ruleLook } from "./blocks/rule.ts";
import { statusLook } from "./blocks/status.ts";
import { summaryLook } from "./blocks/summary.ts";
import { toolLook } from "./blocks/tool.ts";
import { userLook } from "./blocks/user.ts";
import { userRunLook } from "./blocks/user-run.ts";

/** Every kind of block and how it looks. */
export const blockLooks: { readonly [Kind in Block["kind"]]: BlockLook<Extract<Block, { kind: Kind }>> } = {
	user: userLook,
	assistant: assistantLook,
	tool: toolLook,
	reads: readsLook,
	notice: noticeLook,
	user_run: userRunLook,
	status: statusLook,
	error: errorLook,
	summary: summaryLook,
	custom: customLook,
	reminder: reminderLook,
	job: jobLook,
	rule: ruleLook,
};
