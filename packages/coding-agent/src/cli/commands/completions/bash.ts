import type { CompletionCommand, CompletionFlag, CompletionSpec } from "./completion-spec.ts";
import { quoted } from "./quoted.ts";

/** Completion script for bash, without the bash-completion package. */
export function bashCompletions(spec: CompletionSpec): string {
	return `# omp completions for bash. Load them with: source <(omp completions bash)
${helpers}
# Completes the value of a flag; fails when the flag takes none.
_omp_value() {
  case "$1 $2" in
${[valueCases("", spec.flags), ...spec.commands.map(({ name, flags }) => valueCases(name, flags))].filter(Boolean).join("\n")}
    *) return 1 ;;
  esac
  return 0
}

_omp_words() {
  case "$1" in
    "") _omp_add ${words(spec.commands.map(({ name }) => name))} ;;
${spec.commands.map(wordCase).join("\n")}
  esac
}

_omp_flags() {
  case "$1" in
${spec.commands.map(({ name, flags }) => `    ${name}) _omp_add ${words(flagNames(flags))} ;;`).join("\n")}
    *) _omp_add ${words(flagNames(spec.flags))} ;;
  esac
}

${main(spec)}
complete -F _omp omp
`;
}

const helpers = `
# Offers those of the words that begin with what was typed.
_omp_add() {
  local word
  for word in "$@"; do
    [[ $word == "$_omp_typed"* ]] && COMPREPLY+=("$word")
  done
}

# What only omp itself knows: the models, tools, settings and sessions there are.
_omp_ask() {
  local word
  while IFS=$'\\t' read -r word _; do
    _omp_add "$word"
  done < <("\${COMP_WORDS[0]}" __complete "$@" 2>/dev/null)
}

# Several words with commas between: what stands before the last comma stays.
_omp_ask_list() {
  local word before=""
  [[ $_omp_typed == *,* ]] && before="\${_omp_typed%,*},"
  while IFS=$'\\t' read -r word _; do
    [[ ,$before == *,"$word",* ]] || _omp_add "$before$word"
  done < <("\${COMP_WORDS[0]}" __complete "$@" 2>/dev/null)
  compopt -o nospace 2>/dev/null
}

_omp_files() {
  compopt -o filenames 2>/dev/null
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$_omp_typed")
}
`;

function valueCases(command: string, flags: readonly CompletionFlag[]): string {
	return flags
		.flatMap((flag) => {
			if (!flag.value) return [];
			const names = spellings(flag).map((name) => `"${command} ${name}"`);
			return [`    ${names.join(" | ")}) ${valueAction(flag.value)} ;;`];
		})
		.join("\n");
}

function valueAction(value: NonNullable<CompletionFlag["value"]>): string {
	switch (value.kind) {
		case "words":
			return `_omp_add ${words(value.words)}`;
		case "file":
			return "_omp_files -f";
		case "folder":
			return "_omp_files -d";
		case "dynamic":
			return `${value.list ? "_omp_ask_list" : "_omp_ask"} ${value.of}`;
		case "anything":
			return ":";
	}
}

/** Arguments of a command: its action first, then dynamic values. */
function wordCase({ name, actions = [], dynamic }: CompletionCommand): string {
	const first = actions.length > 0 ? `[[ $2 == 0 ]] && _omp_add ${words(actions)}` : "";
	const ask = dynamic ? `_omp_ask ${dynamic} "\${@:3}"` : "";
	return `    ${name}) ${[first, ask].filter(Boolean).join("; ") || ":"} ;;`;
}

/** Parses the line itself, because readline splits words at `:` and `=`. */
function main(spec: CompletionSpec): string {
	const takingValues = (flags: readonly CompletionFlag[]) => flags.filter(({ value }) => value).flatMap(spellings);
	const all = new Set([...takingValues(spec.flags), ...spec.commands.flatMap(({ flags }) => takingValues(flags))]);
	return `_omp() {
  local line="\${COMP_LINE:0:COMP_POINT}" _omp_typed="" command="" previous="" word index count=0
  local -a before rest=()
  COMPREPLY=()
  [[ $line == *[[:space:]] ]] || _omp_typed="\${line##*[[:space:]]}"
  read -ra before <<< "\${line%"$_omp_typed"}"
  for ((index = 1; index < \${#before[@]}; index++)); do
    word="\${before[index]}"
    case "$word" in
      ${[...all].map(quoted).join(" | ")}) ((index++)) ;;
      -*) ;;
      *)
        if [[ -z $command && \${#rest[@]} -eq 0 && " ${spec.commands.map(({ name }) => name).join(" ")} " == *" $word "* ]]; then
          command="$word"
        else
          rest+=("$word")
        fi
        ;;
    esac
  done
  previous="\${before[\${#before[@]}-1]}"
  if [[ $_omp_typed == --*=* ]]; then
    previous="\${_omp_typed%%=*}"
    _omp_typed="\${_omp_typed#*=}"
  fi
  if ! _omp_value "$command" "$previous"; then
    if [[ $_omp_typed == -* ]]; then
      _omp_flags "$command"
    elif [[ -z $command && $_omp_typed == @* ]]; then
      _omp_typed="\${_omp_typed#@}"
      _omp_files -f
      COMPREPLY=("\${COMPREPLY[@]/#/@}")
      _omp_typed="@$_omp_typed"
    elif [[ -n $command || \${#rest[@]} -eq 0 ]]; then
      _omp_words "$command" "\${#rest[@]}" "\${rest[@]}"
    fi
  fi
  # Readline replaces only what follows its own last break.
  local current="\${COMP_WORDS[COMP_CWORD]}"
  [[ $current == [:=] ]] && current=""
  count=$((\${#_omp_typed} - \${#current}))
  for index in "\${!COMPREPLY[@]}"; do
    ((count > 0)) && COMPREPLY[index]="\${COMPREPLY[index]:count}"
  done
  return 0
}
`;
}

function flagNames(flags: readonly CompletionFlag[]): string[] {
	return flags.map(({ name }) => `--${name}`);
}

function spellings({ name, alias }: CompletionFlag): string[] {
	return alias ? [`--${name}`, `-${alias}`] : [`--${name}`];
}

function words(list: readonly string[]): string {
	return list.map(quoted).join(" ");
}
