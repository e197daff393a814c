import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { builtInServers } from "./built-in-servers.data.ts";

const python = "pyproject.toml pyrightconfig.json setup.py requirements.txt";
const script = ".ts .tsx .js .jsx .mjs .cjs .mts .cts";
const style = ".css .scss .less";

/** Name, command, files, root markers; `†` for a linter. */
const table = `
rust-analyzer | rust-analyzer | .rs | Cargo.toml rust-analyzer.toml
clangd | clangd --background-index | .c .cc .cpp .h .hpp .m .mm | compile_commands.json CMakeLists.txt .clangd Makefile
zls | zls | .zig | build.zig
gopls | gopls | .go go.mod go.sum | go.mod go.work
typescript-language-server | typescript-language-server --stdio | ${script} | package.json tsconfig.json jsconfig.json
denols | deno lsp | .ts .tsx .js .jsx | deno.json deno.jsonc
biome † | biome lsp-proxy | ${script} .json .jsonc | biome.json biome.jsonc
eslint † | vscode-eslint-language-server --stdio | ${script} .vue .svelte | eslint.config.* .eslintrc*
vscode-html-language-server | vscode-html-language-server --stdio | .html | package.json .git
vscode-css-language-server | vscode-css-language-server --stdio | ${style} | package.json .git
vscode-json-language-server | vscode-json-language-server --stdio | .json .jsonc | package.json .git
tailwindcss | tailwindcss-language-server --stdio | .html ${style} .ts .tsx .js .jsx | tailwind.config.*
svelte | svelteserver --stdio | .svelte | svelte.config.* package.json
vue-language-server | vue-language-server --stdio | .vue | vue.config.* package.json
astro | astro-ls --stdio | .astro | astro.config.*
pyright | pyright-langserver --stdio | .py .pyi | ${python}
basedpyright | basedpyright-langserver --stdio | .py .pyi | ${python}
pylsp | pylsp | .py | ${python}
ruff † | ruff server | .py .pyi | pyproject.toml ruff.toml
jdtls | jdtls | .java | pom.xml build.gradle .project
kotlin-lsp | kotlin-lsp --stdio | .kt .kts | build.gradle* pom.xml
metals | metals | .scala .sbt | build.sbt build.sc
hls | haskell-language-server-wrapper --lsp | .hs .lhs | *.cabal stack.yaml cabal.project
ocamllsp | ocamllsp | .ml .mli | dune-project *.opam
elixirls | elixir-ls | .ex .exs .heex | mix.exs
expert | expert --stdio | .ex .exs .heex | mix.exs
erlangls | erlang_ls | .erl .hrl | rebar.config erlang.mk
gleam | gleam lsp | .gleam | gleam.toml
solargraph | solargraph stdio | .rb .rake | Gemfile .ruby-version
ruby-lsp | ruby-lsp | .rb .rake | Gemfile .ruby-version
rubocop † | rubocop --lsp | .rb | .rubocop.yml Gemfile
bashls | bash-language-server start | .sh .bash .zsh | .git
lua-language-server | lua-language-server | .lua | .luarc.json stylua.toml .git
intelephense | intelephense --stdio | .php | composer.json
phpactor | phpactor language-server | .php | composer.json
omnisharp | omnisharp -lsp | .cs .csx | *.sln *.csproj
yamlls | yaml-language-server --stdio | .yaml .yml | .git
terraformls | terraform-ls serve | .tf .tfvars | .terraform *.tf
dockerls | docker-langserver --stdio | Dockerfile .dockerfile | Dockerfile docker-compose.yml
helm-ls | helm_ls serve | .yaml .tpl | Chart.yaml
nixd | nixd | .nix | flake.nix default.nix
nil | nil | .nix | flake.nix default.nix
ols | ols | .odin | ols.json .git
dartls | dart language-server --protocol=lsp | .dart | pubspec.yaml
marksman | marksman server | .md | .marksman.toml .git
texlab | texlab | .tex .bib | .latexmkrc *.tex
graphql | graphql-lsp server -m stream | .graphql .gql | .graphqlrc* graphql.config.*
prismals | prisma-language-server --stdio | .prisma | prisma schema.prisma
vimls | vim-language-server --stdio | .vim | .git
emmet-language-server | emmet-language-server --stdio | .html ${style} .jsx .tsx | package.json .git
sourcekit-lsp | sourcekit-lsp | .swift | Package.swift *.xcodeproj
swiftlint † | swiftlint | .swift | .swiftlint.yml
tlaplus | tlapm_lsp --stdio | .tla | *.tla
`;

verifies("tools-code-web:lsp:builtin-table", () => {
	const rows = builtInServers.map(({ name, command, args, fileTypes, rootMarkers, isLinter }) =>
		[`${name}${isLinter ? " †" : ""}`, [command, ...args].join(" "), fileTypes.join(" "), rootMarkers.join(" ")].join(
			" | ",
		),
	);
	expect(rows).toEqual(table.trim().split("\n"));
});

test("every row says how its program is installed, and linters are not waited for", () => {
	expect(builtInServers.filter(({ install }) => !install).map(({ name }) => name)).toEqual([]);
	expect(builtInServers.filter(({ isLinter, isProjectAware }) => isLinter && isProjectAware)).toEqual([]);
	const programs = builtInServers.flatMap(({ name, linterProgram }) => (linterProgram ? [[name, linterProgram]] : []));
	expect(programs).toEqual([
		["biome", "biome"],
		["swiftlint", "swiftlint"],
	]);
});
