/** `name sign` pairs, separated by spaces. */
function table(pairs: string): ReadonlyMap<string, string> {
	const words = pairs.trim().split(/\s+/);
	return new Map(words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ""] as const] : [])));
}

/** Commands that stand for one sign. */
export const signs = table(`
	alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
	nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
	Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
	times × div ÷ cdot · pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ setminus ∖
	leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ equiv ≡ approx ≈ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ prec ≺ succ ≻ doteq ≐
	in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ varnothing ∅ sqcup ⊔ sqcap ⊓
	forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ top ⊤ bot ⊥ vdash ⊢ models ⊨ perp ⊥ parallel ∥ mid ∣
	to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ implies ⟹ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺
	mapsto ↦ longrightarrow ⟶ longleftarrow ⟵ uparrow ↑ downarrow ↓ hookrightarrow ↪ rightharpoonup ⇀ leadsto ⇝
	sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀
	partial ∂ nabla ∇ infty ∞ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ wp ℘ angle ∠ triangle △ square □ blacksquare ■ Box □ prime ′
	ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ degree ° dagger † ddagger ‡ checkmark ✓ therefore ∴ because ∵ S § P ¶
	langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ lbrace { rbrace }
	backslash \\ surd √ imath ı jmath ȷ
`);

/** Commands that are words: `\sin` is `sin`. */
export const functionNames = new Set(
	`sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp ln log lg det dim ker gcd lcm deg arg max min sup inf lim
	limsup liminf argmax argmin Pr mod bmod tr rank sgn hom`.split(/\s+/),
);

/** Commands whose argument is shown as it is. */
export const plainCommands = new Set(
	`text textrm textbf textit texttt textsf mathrm mathbf mathit mathsf mathtt boldsymbol bm operatorname mbox hbox
	displaystyle textstyle scriptstyle mathop mathbin mathrel boxed underbrace overbrace`.split(/\s+/),
);

/** Commands that only change size or space. */
export const silentCommands: ReadonlyMap<string, string> = new Map([
	...["left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "limits", "nolimits"].map(
		(name) => [name, ""] as const,
	),
	...[",", ":", ";", " ", ">", "quad", "qquad"].map((name) => [name, " "] as const),
	["!", ""],
]);

/** Combining characters behind a letter. */
export const accents: ReadonlyMap<string, string> = new Map([
	["hat", "\u0302"],
	["widehat", "\u0302"],
	["bar", "\u0304"],
	["overline", "\u0305"],
	["underline", "\u0332"],
	["vec", "\u20d7"],
	["tilde", "\u0303"],
	["widetilde", "\u0303"],
	["dot", "\u0307"],
	["ddot", "\u0308"],
]);

const letters = (from: string, to: string): ReadonlyMap<string, string> => {
	const targets = [...to];
	return new Map([...from].map((letter, index) => [letter, targets[index] ?? letter]));
};

export const superscripts = letters(
	"0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW∗*′",
	"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ**′",
);
export const subscripts = letters("0123456789+-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ");
export const blackboard = letters("CHNPQRZABDEFGIJKLMOSTUVWXY1", "ℂℍℕℙℚℝℤ𝔸𝔹𝔻𝔼𝔽𝔾𝕀𝕁𝕂𝕃𝕄𝕆𝕊𝕋𝕌𝕍𝕎𝕏𝕐𝟙");
export const calligraphic = letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵");

export const fractions: ReadonlyMap<string, string> = new Map(
	"1/2 ½ 1/3 ⅓ 2/3 ⅔ 1/4 ¼ 3/4 ¾ 1/5 ⅕ 2/5 ⅖ 3/5 ⅗ 4/5 ⅘ 1/6 ⅙ 5/6 ⅚ 1/8 ⅛ 3/8 ⅜ 5/8 ⅝ 7/8 ⅞"
		.match(/\S+ \S+/g)
		?.map((pair): [string, string] => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""]),
);
