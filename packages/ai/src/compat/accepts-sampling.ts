import type { Model } from "../model/model.ts";
import { resolveCompat } from "./resolve.ts";

/** Whether sampling parameters may be sent: OpenAI's reasoning models and newer thinking Claudes reject them. */
export function acceptsSampling(model: Model, state: { thinking: boolean }): boolean {
	if (resolveCompat(model).fixedSampling) return false;
	const id = model.id.slice(model.id.lastIndexOf("/") + 1).toLowerCase();
	if (/^o\d/.test(id) || id.includes("codex")) return false;
	const gpt = /^gpt-(\d+)/.exec(id);
	if (gpt?.[1] && Number(gpt[1]) >= 5) return false;
	return !(state.thinking && isClaudeFrom47(id));
}

function isClaudeFrom47(id: string): boolean {
	const version = /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(id);
	if (!version?.[1]) return false;
	const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
	return major > 4 || (major === 4 && minor >= 7);
}
