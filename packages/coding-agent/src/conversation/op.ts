import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";

/** What a front end may ask of a conversation. */
export type ConversationOp =
	| { readonly type: "prompt"; readonly text: string; readonly images?: readonly ImageContent[] }
	| { readonly type: "steer"; readonly text: string; readonly images?: readonly ImageContent[] }
	| { readonly type: "follow_up"; readonly text: string; readonly images?: readonly ImageContent[] }
	| { readonly type: "abort" }
	| { readonly type: "set_model"; readonly model: Model }
	| { readonly type: "set_thinking_level"; readonly level: ThinkingLevel };
