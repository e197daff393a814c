import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const lspSettings = section(
	"lsp",
	{
		enabled: boolean({ default: true, label: "Language servers", help: "Use language servers." }),
		lazy: boolean({ default: true, label: "Start on demand", help: "Start a server when it is first needed." }),
		shared: boolean({ default: true, label: "Share servers", help: "Share servers among processes." }),
		formatOnWrite: boolean({ default: false, label: "Format", help: "Format a file after it was written." }),
		diagnosticsOnWrite: boolean({
			default: true,
			label: "Check writes",
			help: "Report problems after a file was written.",
		}),
		diagnosticsOnEdit: boolean({
			default: false,
			label: "Check edits",
			help: "Report problems after a file was edited.",
		}),
		diagnosticsDeduplicate: boolean({ default: true, label: "Only new problems", help: "Report a problem once." }),
	},
	{ tab: "Files", group: "LSP" },
);
