import { Type, type Static } from 'typebox'
import { LawOff } from '../desk/lawOff.ts'
import { ScriptHost } from '../desk/scriptHosts.ts'
import { ReportKey } from '../people/reportKey.ts'
import { PublishKey } from '../studio/publishKey.ts'
import { PublishRequest } from '../studio/publishRequest.ts'
import { Located } from '../author/problem.ts'
import { closed, oneOf } from '../kernel/shape.ts'
import { Share, VersionLine } from '../kernel/version.ts'

/** Output of the commands that publish. */

export const PublishAnswer = closed({
  path: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null if publishing was refused or is pending.',
  }),
  live: Type.Array(Share, { description: 'What’s live on the path now.' }),
  problems: Type.Array(Located, { description: 'Once published, the warnings.' }),
  request: Type.Optional(
    Type.Union([PublishRequest, Type.Null()], {
      description: 'With --server, the pending publish. Null if there’s none.',
    }),
  ),
})
export type PublishAnswer = Static<typeof PublishAnswer>

export const VersionsAnswer = closed({ versions: Type.Array(VersionLine) })
export type VersionsAnswer = Static<typeof VersionsAnswer>

export const RollbackAnswer = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'The version that’s live now.' }),
  replaced: Type.Array(Share, { description: 'What was live before.' }),
})
export type RollbackAnswer = Static<typeof RollbackAnswer>

const LawLine = closed({
  offer: Type.String(),
  rule: Type.String({ description: 'The rule’s ID.' }),
  regime: Type.String(),
  applies: Type.Union([Type.String(), Type.Null()], {
    description: 'The state whose visitors it applies to. Null for all visitors.',
  }),
  source: Type.String(),
  confidence: oneOf(['regulator', 'quoted', 'secondary']),
  from: Type.String({ description: 'The first day it applies, YYYY-MM-DD.' }),
  text: Type.String({ description: 'What it requires.' }),
  result: oneOf(['kept', 'broken', 'soon', 'off', 'unchecked'], {
    description: 'soon: broken from the day in from. unchecked: the flow has other errors.',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it’s off.' }),
})
export type LawLine = Static<typeof LawLine>

export const LawAnswer = closed({
  off: Type.Array(LawOff, { description: 'The rules that are off on this server.' }),
  rules: Type.Array(LawLine, { description: 'The rules of the flow’s offers.' }),
  problems: Type.Array(Located, { description: 'Broken rules, or why the flow can’t be read.' }),
})
export type LawAnswer = Static<typeof LawAnswer>

export const HostsAnswer = closed({ hosts: Type.Array(ScriptHost) })

export const KeysAnswer = closed({
  keys: Type.Array(PublishKey),
  report_keys: Type.Array(ReportKey),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'The new key. It’s shown only here.',
  }),
})
export type KeysAnswer = Static<typeof KeysAnswer>
