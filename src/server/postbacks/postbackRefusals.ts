import { POSTBACK_MACROS } from '../../../schemas/outgoing/postback.ts'

/** Reasons why a postback can't be created. */
export const POSTBACK_REFUSALS = {
  known: (name: string) => `The postback name "${name}" is already taken. Choose another one.`,
  full: (most: number) => `You've reached the limit of ${most} postbacks. Delete one first.`,
  unknownMacro: (macro: string, ours?: string) =>
    ours === undefined
      ? `${macro} isn't a known macro. Use ${POSTBACK_MACROS.map((name) => `{${name}}`).join(', ')}.`
      : `${macro} isn't a known macro. Use {${ours}} instead.`,
  brace: 'The address has a brace that belongs to no macro. Write macros like {click_id}.',
  noAddress: 'Enter a complete address, like https://tracker.example/postback?cid={click_id}.',
  login: 'Remove the username and password from the address.',
  inTheOpen: 'Use an https:// address.',
} as const
