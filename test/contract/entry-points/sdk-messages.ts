import type { imageData } from "../image-data.ts";

/** What a test asks of the embedding program. */
export type SdkRequest = { readonly id: number; readonly session: string } & (
	| { readonly type: "open"; readonly cwd: string; readonly resumes: boolean; readonly approval?: "allow" | "deny" }
	| { readonly type: "prompt"; readonly text: string; readonly images: Awaited<ReturnType<typeof imageData>> }
	| { readonly type: "close" }
);

export type SdkAnswer =
	| { readonly type: "done"; readonly id: number; readonly error?: string }
	| { readonly type: "notice"; readonly text: string };
