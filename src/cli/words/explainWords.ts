import type { Explanation } from '../../../schemas/author/trace.ts'
import type { CommandContext } from '../kernel/command.ts'
import { quoted } from '../../author/kernel/ruleWords.ts'
import { endWords } from '../../author/simulate/endWords.ts'
import { traceWords } from './traceWords.ts'

/** A session as readable text: who came, the trace, the records, and the results. */
export function explainWords(explanation: Explanation, ctx: CommandContext): string[] {
  const { trace, current, end, submissions, outcomes, refused } = explanation
  return [
    ...arrival(explanation),
    '',
    ...traceWords(trace, { sends: [], ctx }),
    '',
    current === null ? 'The visitor finished the flow.' : `The visitor is at ${current}.`,
    ...(end ? [`Lead: ${end.outcome}. The last page shows ${endWords(end)}`] : []),
    ...section(
      'Recorded',
      submissions.map(({ step, at, time_on_step, execute_actions, answered, standing }) =>
        [
          moment(at),
          step,
          ...(time_on_step > 0 ? [`after ${seconds(time_on_step)}`] : []),
          ...execute_actions,
          ...(standing === 'counts' ? [] : [`${STANDING[standing]}: ${values(answered)}`]),
        ].join('  '),
      ),
    ),
    ...section(
      'Results',
      outcomes.map(({ kind, offer, source, cents, at }) =>
        [
          moment(at),
          kind,
          ...(source === null ? [] : [source]),
          ...(offer === '' ? [] : [offer]),
          ...(cents === null ? [] : [dollars(cents)]),
        ].join('  '),
      ),
    ),
    ...section(
      'Refused',
      refused.map(({ at, call, reason }) => `${moment(at)}  ${call}  ${reason}`),
    ),
  ]
}

function arrival({ session }: Explanation): string[] {
  const { uuid, path, version, at, origin, referrer, ip, user_agent, tracking } = session
  const subs = [session.sub1, session.sub2, session.sub3].filter(Boolean)
  return [
    `Session ${uuid} on /${path}, version ${version}`,
    `arrived   ${moment(at)}, flow day ${origin.today}`,
    `from      ${referrer === '' ? 'no referrer' : referrer}, affiliate ${session.aff_id}${subs.length > 0 ? `, sub ${subs.join(', ')}` : ''}`,
    `to        ${session.page_url}`,
    `using     ${ip}, ${user_agent}`,
    ...Object.entries(tracking).map(([name, id]) => `tracking  ${name} ${id}`),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

const STANDING = { replaced: 'answered again later', off_path: 'no longer on the path' }

function values(fields: Explanation['fields']): string {
  const all = Object.entries(fields).map(([field, value]) => `${field} ${quoted(value)}`)
  return all.length === 0 ? 'no answers' : all.join(', ')
}

function moment(at: number): string {
  return `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
