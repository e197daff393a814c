import type { Provider } from "../../model/provider.ts";
import { alibabaCodingPlan } from "../alibaba-coding-plan.ts";
import { alibabaTokenPlan } from "../alibaba-token-plan.ts";
import { cursor } from "../cursor.ts";
import { firepass } from "../firepass.ts";
import { githubCopilot } from "../github-copilot.ts";
import { gitlabDuo } from "../gitlab-duo.ts";
import { ollamaCloud } from "../ollama-cloud.ts";
import { opencodeGo } from "../opencode-go.ts";
import { qwenPortal } from "../qwen-portal.ts";
import { umans } from "../umans.ts";
import { waferPass } from "../wafer-pass.ts";
import { xiaomiTokenPlanAms } from "../xiaomi-token-plan-ams.ts";
import { xiaomiTokenPlanCn } from "../xiaomi-token-plan-cn.ts";
import { xiaomiTokenPlanSgp } from "../xiaomi-token-plan-sgp.ts";
import { zhipuCodingPlan } from "../zhipu-coding-plan.ts";

/** Subscriptions to models of other vendors. */
export const plans: readonly Provider[] = [
	githubCopilot,
	gitlabDuo,
	cursor,
	zhipuCodingPlan,
	qwenPortal,
	alibabaCodingPlan,
	alibabaTokenPlan,
	xiaomiTokenPlanAms,
	xiaomiTokenPlanCn,
	xiaomiTokenPlanSgp,
	umans,
	opencodeGo,
	firepass,
	waferPass,
	ollamaCloud,
];
