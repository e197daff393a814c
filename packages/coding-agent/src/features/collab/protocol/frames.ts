import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";

export interface PromptImage {
	readonly type: "image";
	readonly data: string;
	readonly mimeType: string;
}

export type GuestFrame =
	| {
			readonly t: "hello";
			readonly proto: number;
			readonly name: string;
			readonly writeToken?: string | undefined;
			/** The last entry it has, and of which session; only what follows is sent. */
			readonly since?: { readonly session: string; readonly entry: string } | undefined;
	  }
	| { readonly t: "prompt"; readonly text: string; readonly images?: readonly PromptImage[] | undefined }
	| { readonly t: "abort" }
	| { readonly t: "ui-response"; readonly reqId: string; readonly value?: string | undefined }
	| {
			readonly t: "agent-cmd";
			readonly cmd: "chat" | "kill" | "revive";
			readonly agentId: string;
			readonly text?: string | undefined;
	  }
	| { readonly t: "fetch-transcript"; readonly reqId: string; readonly agentId: string; readonly fromByte: number };

export interface SharedHeader {
	readonly type: "session";
	readonly id: string;
	readonly title?: string;
	readonly timestamp: string;
	readonly cwd: string;
}

export interface Participant {
	readonly name: string;
	readonly role: "host" | "guest";
	readonly readOnly?: boolean;
}

/** What the host's session is doing. */
export interface SharedState {
	readonly isStreaming: boolean;
	readonly queuedMessageCount: number;
	readonly sessionName?: string;
	readonly cwd: string;
	/** What runs there without a question. */
	readonly approvalMode?: string;
	readonly model?: {
		readonly id: string;
		readonly name: string;
		readonly provider: string;
		readonly contextWindow: number;
	};
	readonly thinkingLevel?: string;
	readonly contextUsage?: { readonly tokens: number; readonly contextWindow: number; readonly percent: number };
	readonly participants: readonly Participant[];
	readonly isAborting?: boolean;
}

export interface SharedAgent {
	readonly id: string;
	readonly displayName: string;
	readonly kind: "main" | "sub";
	readonly parentId?: string;
	readonly status: "running" | "idle" | "parked" | "aborted";
	readonly hasSessionFile: boolean;
	readonly createdAt: number;
	readonly lastActivity: number;
}

export type UiOption = string | { readonly label: string; readonly description?: string };

/** A question that anybody who may write can answer. */
export type UiRequest =
	| {
			readonly reqId: string;
			readonly kind: "select";
			readonly title: string;
			readonly options: readonly UiOption[];
			readonly initialIndex?: number;
			readonly helpText?: string;
	  }
	| { readonly reqId: string; readonly kind: "editor"; readonly title: string; readonly prefill?: string };

export type HostFrame =
	| {
			readonly t: "welcome";
			readonly proto: number;
			readonly header: SharedHeader;
			readonly state: SharedState;
			readonly agents: readonly SharedAgent[];
			readonly entryCount: number;
			readonly readOnly?: boolean;
			/** The snapshot begins behind the entry that the guest has. */
			readonly continues?: boolean;
	  }
	| { readonly t: "snapshot-chunk"; readonly entries: readonly SessionEntry[]; readonly final: boolean }
	| { readonly t: "entry"; readonly entry: SessionEntry }
	| { readonly t: "event"; readonly event: { readonly type: string } }
	| { readonly t: "state"; readonly state: SharedState }
	| { readonly t: "bus"; readonly channel: string; readonly data: unknown }
	| { readonly t: "agents"; readonly agents: readonly SharedAgent[] }
	| { readonly t: "ui-request"; readonly request: UiRequest }
	| { readonly t: "ui-request-end"; readonly reqId: string }
	| {
			readonly t: "transcript";
			readonly reqId: string;
			readonly text: string;
			readonly newSize: number;
			readonly error?: string;
	  }
	| { readonly t: "bye"; readonly reason: string }
	| { readonly t: "error"; readonly message: string };

/** What the relay says, in text. */
export type ControlFrame =
	| { readonly t: "peer-joined" | "peer-left"; readonly peer: number }
	| { readonly t: "room-closed" };

/** What a host says to the relay, in text. A relay that does not know it passes it over. */
export interface HostControlFrame {
	readonly t: "close-peer";
	readonly peer: number;
}
