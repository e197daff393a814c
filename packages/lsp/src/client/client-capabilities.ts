import type { ClientCapabilities } from "vscode-languageserver-protocol";

const dynamic = { dynamicRegistration: true };

/** What this client can do. Snippets in edits are not offered, so that servers send plain text where they can. */
export function clientCapabilities(): ClientCapabilities {
	return {
		general: { positionEncodings: ["utf-16", "utf-8", "utf-32"], markdown: { parser: "plain" } },
		window: { workDoneProgress: true, showMessage: {}, showDocument: { support: false } },
		workspace: {
			applyEdit: true,
			configuration: true,
			workspaceFolders: true,
			didChangeConfiguration: dynamic,
			didChangeWatchedFiles: { ...dynamic, relativePatternSupport: true },
			diagnostics: { refreshSupport: true },
			executeCommand: dynamic,
			fileOperations: { ...dynamic, willRename: true, didRename: true },
			symbol: dynamic,
			workspaceEdit: {
				documentChanges: true,
				resourceOperations: ["create", "rename", "delete"],
				failureHandling: "abort",
				changeAnnotationSupport: {},
			},
		},
		textDocument: {
			synchronization: { ...dynamic, didSave: true },
			publishDiagnostics: {
				relatedInformation: true,
				versionSupport: true,
				codeDescriptionSupport: true,
				dataSupport: true,
				tagSupport: { valueSet: [1, 2] },
			},
			diagnostic: { ...dynamic, relatedDocumentSupport: true },
			hover: { ...dynamic, contentFormat: ["markdown", "plaintext"] },
			definition: dynamic,
			typeDefinition: dynamic,
			implementation: dynamic,
			references: dynamic,
			documentSymbol: { ...dynamic, hierarchicalDocumentSymbolSupport: true },
			formatting: dynamic,
			rename: { ...dynamic, prepareSupport: true },
			codeAction: {
				...dynamic,
				isPreferredSupport: true,
				// Without support for them, servers leave out actions that are not possible.
				disabledSupport: false,
				dataSupport: true,
				resolveSupport: { properties: ["edit", "command"] },
				codeActionLiteralSupport: { codeActionKind: { valueSet: codeActionKinds } },
			},
		},
		// rust-analyzer tells whether it has loaded the project.
		experimental: { serverStatusNotification: true },
	};
}

const codeActionKinds = [
	"",
	"quickfix",
	"refactor",
	"refactor.extract",
	"refactor.inline",
	"refactor.rewrite",
	"source",
	"source.organizeImports",
	"source.fixAll",
];
