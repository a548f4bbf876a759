/** What is said of a completion, and of what the pointer is on. */
export const COMPLETION = {
  key: (description: string, isRequired: boolean) => (isRequired ? `Required. ${description}` : description),
  meaning: (meaning: string) => sentence(meaning),
  asks: (label: string) => `Asks “${label}”`,
  answer: (label: string, field: string, value: string) =>
    sentence(`${label === '' ? '' : `“${label}”: `}records ${value === '' ? '' : `"${value}" as `}${field}`),
  buyer: (name: string) => `The buyer ${name}.`,
  offer: (name: string, steps: number) =>
    `The offer “${name}”, of ${steps === 1 ? '1 step' : `${steps} steps`}.`,
  step: (title: string, isHidden: boolean) => (isHidden ? 'A hidden step.' : `The step “${title}”.`),
  field: (labels: readonly string[], steps: readonly string[]) =>
    [
      labels.length === 0 ? '' : `Answers ${labels.map((label) => `“${label}”`).join(' and ')}.`,
      steps.length === 0 ? 'No step asks for it.' : `Asked on ${steps.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  computed: (meaning: string) =>
    `Computed: ${sentence(meaning === '' ? 'by nothing that there is' : meaning, false)}`,
  ticked: (label: string, option: string) => `${label}: ${option}`,
  tick: {
    yes: (option: string) => `${option}, ticked`,
    no: (option: string) => `${option}, not ticked`,
  },
  value: (field: string, text: string) => `${field} where the visitor chose “${text}”.`,
  outcome: 'What became of the visitor’s details, the best of all buyers.',
  outcomeAt: (name: string) => `What became of the visitor’s details at ${name}.`,
  missingWords: (text: string, language: string) => `Has no words in "${language}" yet: “${text}”`,
  placeholder: (name: string) => PLACEHOLDERS[name] ?? 'What the visitor answered.',
}

/** What an editor is answered besides. */
export const LANGUAGE_SERVER = {
  fix: (text: string) => `Write ${text}`,
  notRenamed: (name: string) =>
    `Fields and questions alone can be renamed, and "${name}" must be a name that nothing has yet: letters, digits and underscores, a letter first.`,
}

const PLACEHOLDERS: Record<string, string> = {
  product: 'The product’s name.',
  buyers: 'The names of the buyers to whom the leads of this offer go.',
  phone: 'The tracked number.',
}

function sentence(words: string, isFirst = true): string {
  const text = isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words
  return text === '' || /[.?!”]$/.test(text) ? text : `${text}.`
}
