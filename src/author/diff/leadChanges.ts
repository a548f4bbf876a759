import type { FlowChange } from '../../../schemas/author/diff.ts'
import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import { DIFF_WORDS } from '../words/diffWords.ts'
import { rulesText } from '../kernel/ruleWords.ts'

/** Buyers of an offer's leads that the two flows don't share, and those that get them at another step or under other rules. */
export function leadChanges(before: Flow, after: Flow): FlowChange[] {
  const [old, now] = [recipients(before), recipients(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): FlowChange[] => {
    const [was, is] = [old.get(key), now.get(key)]
    const [from, to] = [textOf(was), textOf(is)]
    if (from === to) return []
    const { offer, buyer } = (is ?? was)!
    return [
      {
        kind: !was ? 'added' : !is ? 'removed' : 'changed',
        subject: 'lead',
        at: ['ui_config', 'offers', offer],
        place: DIFF_WORDS.recipient(offer, buyer),
        before: from,
        after: to,
      },
    ]
  })
}

/** True if a difference at this path is one of a lead's buyers or rules, which leadChanges names. */
export function isOfLead(at: readonly string[]): boolean {
  const action = at.indexOf('execute_actions')
  return action >= 0 && /^send_lead( \(\d+\))?$/.test(at[action + 1] ?? '')
}

interface Recipient {
  offer: string
  /** Null for a lead that is only saved. */
  buyer: string | null
  sent: { step: string; rules: string }[]
}

function recipients({ ui_config }: Flow): Map<string, Recipient> {
  const found = new Map<string, Recipient>()
  for (const [offer, { steps }] of Object.entries(ui_config.offers))
    for (const { name: step, execute_actions = [] } of steps)
      for (const { buyers = [], rules = [] } of execute_actions.filter(isLead))
        for (const buyer of buyers.length > 0 ? buyers : [null]) {
          const key = JSON.stringify([offer, buyer])
          const recipient = found.get(key) ?? { offer, buyer, sent: [] }
          recipient.sent.push({ step, rules: rulesText(rules) })
          found.set(key, recipient)
        }
  return found
}

const isLead = ({ name }: ExecuteAction) => name === 'send_lead'

function textOf(recipient: Recipient | undefined): string | null {
  return recipient?.sent.map(({ step, rules }) => DIFF_WORDS.sentAt(step, rules)).join('; ') ?? null
}
