/** Texts of completions and hovers in an author’s editor. */
export const COMPLETION = {
  key: (description: string, isRequired: boolean) => (isRequired ? `Required. ${description}` : description),
  meaning: (meaning: string) => sentence(meaning),
  asks: (label: string) => `Asks “${label}”`,
  answer: (label: string, field: string, value: string) =>
    sentence(`${label === '' ? '' : `“${label}”: `}records ${value === '' ? '' : `"${value}" as `}${field}`),
  buyer: (name: string) => `Buyer ${name}.`,
  offer: (name: string, steps: number) =>
    `Offer “${name}” with ${steps === 1 ? '1 step' : `${steps} steps`}.`,
  step: (title: string, isHidden: boolean) => (isHidden ? 'Hidden step.' : `Step “${title}”.`),
  field: (labels: readonly string[], steps: readonly string[]) =>
    [
      labels.length === 0 ? '' : `Answer to ${labels.map((label) => `“${label}”`).join(' and ')}.`,
      steps.length === 0 ? 'No step asks for it.' : `Asked on ${steps.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  computed: (meaning: string) =>
    `Computed: ${sentence(meaning === '' ? 'from a computation that doesn’t exist' : meaning, false)}`,
  ticked: (label: string, option: string) => `${label}: ${option}`,
  tick: {
    yes: (option: string) => `${option}, checked`,
    no: (option: string) => `${option}, not checked`,
  },
  value: (field: string, text: string) => `${field} where the visitor chose “${text}”.`,
  outcome: 'What happened to the visitor’s lead: the best result from any buyer.',
  outcomeAt: (name: string) => `What happened to the visitor’s lead at ${name}.`,
  missingWords: (text: string, language: string) => `Not translated to "${language}" yet: “${text}”`,
  placeholder: (name: string) => PLACEHOLDERS[name] ?? 'The visitor’s answer.',
}

/** Other texts for an author’s editor. */
export const LANGUAGE_SERVER = {
  fix: (text: string) => `Change to ${text}`,
  notRenamed: (name: string) =>
    `Can’t rename this to "${name}". Only fields and questions can be renamed, to a name that isn’t used yet: a letter, then letters, digits, or underscores.`,
}

const PLACEHOLDERS: Record<string, string> = {
  product: 'The product’s name.',
  buyers: 'The names of the buyers that get this offer’s leads.',
  phone: 'The tracked phone number.',
}

function sentence(words: string, isFirst = true): string {
  const text = isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words
  return text === '' || /[.?!”]$/.test(text) ? text : `${text}.`
}
