/** What a kernel says about the cell it runs. */
export type KernelFrame =
	| { readonly type: "started"; readonly id: string }
	| { readonly type: "stdout" | "stderr"; readonly id: string; readonly data: string }
	| { readonly type: "display" | "result"; readonly id: string; readonly bundle: MimeBundle }
	| {
			readonly type: "error";
			readonly id: string;
			readonly ename: string;
			readonly evalue: string;
			readonly traceback: readonly string[];
	  }
	| {
			readonly type: "done";
			readonly id: string;
			readonly status: "ok" | "error";
			readonly executionCount: number;
			readonly cancelled: boolean;
	  };

/** A value in several forms, by their MIME type. */
export type MimeBundle = Readonly<Record<string, unknown>>;

export interface KernelRequest {
	readonly id: string;
	readonly code: string;
	readonly silent: boolean;
	readonly storeHistory: boolean;
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
}

const types = new Set(["started", "stdout", "stderr", "display", "result", "error", "done"]);

/** `undefined` for anything that is no frame: user code may write to every stream. */
export function asFrame(value: unknown): KernelFrame | undefined {
	if (typeof value !== "object" || value === null || !("type" in value) || !("id" in value)) return undefined;
	return types.has(String(value.type)) ? (value as KernelFrame) : undefined;
}

export function parseFrame(line: string): KernelFrame | undefined {
	try {
		return asFrame(JSON.parse(line));
	} catch {
		return undefined;
	}
}
