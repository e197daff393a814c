import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const lspSettings = section(
	"lsp",
	{
		enabled: boolean({ default: true, label: "Language servers", help: "Use language servers." }),
		lazy: boolean({ default: true, label: "Start on demand", help: "Start a server when it is first needed." }),
		shared: boolean({ default: true, label: "Share servers", help: "Share servers among processes." }),
		formatOnWrite: boolean({ default: false, label: "Format on write", help: "Format a file after it is written." }),
		diagnosticsOnWrite: boolean({
			default: true,
			label: "Diagnostics on write",
			help: "Report problems after a file is written.",
		}),
		diagnosticsOnEdit: boolean({
			default: false,
			label: "Diagnostics on edit",
			help: "Report problems after a file is edited.",
		}),
		diagnosticsDeduplicate: boolean({ default: true, label: "Only new problems", help: "Report a problem once." }),
	},
	{ tab: "Files", group: "LSP" },
	{ project: "trust" },
);
